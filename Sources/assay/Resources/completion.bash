
# Bash cuts words at `=` and `:`. The functions above take them whole, an option apart from its value, and the candidates
# go back without what stands before the cut.
_assay_whole_words() {
    local -a whole=()
    local -i index at=0 start=0
    local word cur=$2 rest=$COMP_LINE
    for index in "${!COMP_WORDS[@]}"; do
        word=${COMP_WORDS[index]}
        if [[ $index -gt 0 && -n $rest && $rest != [[:space:]]* ]]; then
            whole[$((${#whole[@]} - 1))]+=$word
        else
            rest=${rest#"${rest%%[![:space:]]*}"}
            [[ $index -le $COMP_CWORD ]] && start=$((${#COMP_LINE} - ${#rest}))
            whole+=("$word")
        fi
        rest=${rest#"$word"}
        [[ $index -eq $COMP_CWORD ]] && at=$((${#whole[@]} - 1))
    done
    [[ $start -le $COMP_POINT ]] && cur=${COMP_LINE:start:COMP_POINT-start}
    if [[ $cur == --*=* ]]; then
        whole=("${whole[@]:0:at}" "${cur%%=*}" "${cur#*=}" "${whole[@]:at+1}")
        cur=${cur#*=}
        ((++at))
    fi
    local -a COMP_WORDS=("${whole[@]}")
    local -i COMP_CWORD=$at
    local begun=$2
    [[ $begun == [:=] ]] && begun=
    _assay "$1" "$cur" "${whole[at - 1]}"
    if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
        # What names no command may be what the command that goes without saying takes.
        case ${whole[1]} in
        # implied
        *) word= ;;
        esac
        if [[ -n $word && $at -ge 2 ]]; then
            COMP_WORDS=("${whole[@]:0:2}" "$word" "${whole[@]:2}")
            ((++COMP_CWORD))
            _assay "$1" "$cur" "${COMP_WORDS[COMP_CWORD - 1]}"
        fi
    fi
    COMPREPLY=("${COMPREPLY[@]#"${cur%"$begun"}"}")
}

complete -o filenames -F _assay_whole_words assay
