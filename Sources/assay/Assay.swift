import ArgumentParser
import CoinModel
import CoinOperations
import Foundation

/// The program: it parses, wires and prints; every rule lives in a room below.
@main
struct Assay: ParsableCommand {
    static let configuration = CommandConfiguration(
        "assay",
        version: AssayVersion.current,
        groups: [
            CommandGroup(name: "Start", subcommands: [Demo.self, Run.self, DoctorCommand.self]),
            CommandGroup(
                name: "Look at coins",
                subcommands: [
                    Rank.self, ScreenCommand.self, CoinCommand.self, Compare.self, Why.self, Find.self, Feed.self,
                    DigestCommand.self, ReportCommand.self, Export.self,
                ]
            ),
            CommandGroup(
                name: "Get data",
                subcommands: [
                    Load.self, Fetch.self, Commits.self, Partition.self, Formats.self, ArchiveCommand.self,
                    Identity.self,
                ]
            ),
            CommandGroup(name: "Your coins", subcommands: [Watch.self, Portfolio.self, Note.self]),
            CommandGroup(name: "Evidence", subcommands: [Evaluate.self, CallCommand.self, Explain.self]),
            CommandGroup(
                name: "Automate",
                subcommands: [
                    Plan.self, Runs.self, Score.self, StoreCommand.self, ConfigCommand.self, AssistantCommand.self,
                    Completions.self,
                ]
            ),
        ]
    )

    /// Former names of commands, which go on to work and are shown nowhere.
    static let formerNames = ["coins": "identity", "sources": "formats", "signal": "call"]

    /// The words of the command line, a former name of a command as what it is now.
    static let arguments: [String] = {
        var words = Array(CommandLine.arguments.dropFirst())
        // `help` stands before the command that it is asked about.
        let place = words.first == "help" ? 1 : 0
        if words.indices.contains(place), let name = formerNames[words[place]] { words[place] = name }
        return words
    }()

    /// Whether a shell asks what a word may become: it has no place for an error, and the command itself will say it.
    private static let isCompleting = CommandLine.arguments.dropFirst().first == "---completion"

    static func main() {
        Setup.prepareStandardStreams()
        Setup.ignoreBrokenPipes()
        Console.settings.errors = .asked(by: CommandLine.arguments)
        if !isCompleting { SystemLimits.check() }
        Setup.handleSignals()
        forwardSandboxWarnings(Console.report)
        var settings: [AppliedSetting] = []
        do {
            settings = try commandSettings().applied()
            Console.settings.errors = .asked(by: settings.flatMap(\.words) + CommandLine.arguments)
            var command = try parsed(arguments, with: settings)
            SystemLimits.endCheck()
            try command.run()
            Console.end(.success)
        } catch {
            finish(error, settings)
        }
    }

    /// Reads the arguments of the command that they name, behind what settings add.
    ///
    /// The command that does the work is read alone, for ArgumentParser else builds the tree of all commands at each start; what
    /// does not read so is read from the root, whose messages name the whole command, and first without settings: what a line
    /// has wrong by itself is its own.
    ///
    /// - Throws: `OperationError` naming the place of a setting that does not read, or not with those before it.
    private static func parsed(_ arguments: [String], with settings: [AppliedSetting]) throws -> any ParsableCommand {
        let (working, _, rest) = try workingCommand(arguments)
        var words = settings.flatMap(\.words)
        if arguments.first != "help", working.configuration.subcommands.isEmpty,
            // A page of help would be a command of another type.
            case .success(let command) = Result(catching: { try working.parseAsRoot(words + rest) }),
            type(of: command) == working
        {
            return command
        }
        var command = try parseAsRoot(arguments)
        words = arguments.dropLast(rest.count)
        for one in settings {
            words += one.words
            do {
                command = try parseAsRoot(words + rest)
            } catch {
                throw one.setting.wrong(usageError(error).message)
            }
        }
        return command
    }

    /// Reports an error and ends the process with its exit code: usage is 2, never ArgumentParser's 64.
    private static func finish(_ error: any Error, _ settings: [AppliedSetting]) -> Never {
        let code = exitCode(for: error)
        if isCompleting {
            // A script of another version may ask for what there is not.
            if code == .success { Console.print(Array((fullMessage(for: error) + "\n").utf8)) }
            Console.end(.success)
        }
        if code == .success {
            Console.print(Array((help(of: error) + "\n").utf8))
            Console.end(.success)
        }
        if code == .validationFailure {
            Console.report(usageError(error))
            Console.end(.usage)
        }
        if let code = error as? ExitCode { Console.end(ExitStatus(rawValue: code.rawValue) ?? .failed) }
        let failure = OperationError(error)
        Console.report(settings.lazy.compactMap { $0.setting.placed(failure.diagnostic) }.first ?? failure.diagnostic)
        Console.end(failure.status)
    }
}

extension Assay {
    /// A help page or the version.
    ///
    /// On the first page headings name groups of commands alone, and its end has the first steps.
    private static func help(of error: any Error) -> String {
        fullMessage(for: error).replacing(/(?m)^([A-Z ]+) SUBCOMMANDS:$/) { $0.1 }
            .replacing("  See 'assay help <subcommand>' for detailed help.", with: firstSteps)
    }

    private static let firstSteps = "Help on one command:  assay help rank"

    /// What ArgumentParser reports of arguments that do not read, in one sentence with where help is.
    private static func usageError(_ error: any Error) -> Diagnostic {
        // The values that an option takes stand line by line.
        var what = message(for: error).replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
        if what.hasSuffix(".") { what.removeLast() }
        if let mistyped = what.firstMatch(of: /^Unknown option '(.+)'\. Did you mean '(.+)'\?$/) {
            let (written, near) = (String(mistyped.1), String(mistyped.2))
            return Diagnostic(.error, "usage", unknown("option", written, among: [near], else: ""))
        }
        what = what.prefix(1).lowercased() + what.dropFirst()
        let help = fullMessage(for: error).firstMatch(of: /See '(assay [^'\n]*--help)' for more information/)
        return Diagnostic(.error, "usage", help.map { "\(what); see `\($0.1)`" } ?? what)
    }
}

extension Assay {
    struct Completions: ParsableCommand {
        static let configuration = CommandConfiguration("completions")

        enum Shell: String, ExpressibleByArgument, CaseIterable {
            case bash, zsh, fish
        }

        @Argument(help: "The shell: bash, zsh or fish.")
        var shell: Shell

        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            let known: [Shell: CompletionShell] = [.bash: .bash, .zsh: .zsh, .fish: .fish]
            guard let shell = known[shell] else { return }
            let implied = Assay.configuration.subcommands.compactMap { command -> (String, String)? in
                let configuration = command.configuration
                guard let name = configuration.commandName,
                    let subcommand = configuration.defaultSubcommand?.configuration.commandName
                else { return nil }
                return (name, subcommand)
            }
            let script = shell.completed(Assay.completionScript(for: shell), implied: implied)
            Console.print(Array(script.utf8))
        }
    }
}

/// How the process is set up before anything else.
enum Setup {
    /// A pipe without a reader and a file at its size limit are errors of the write, which knows what they mean.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Opens /dev/null in place of closed standard streams, or the next file would get their numbers and diagnostics
    /// would go into it; reading from the first and writing to the second fail as they would have.
    static func prepareStandardStreams() {
        for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// The seconds after which a signal ends the process whatever it does: the next command takes back what is half
    /// written.
    private static let patience: UInt32 = 1

    /// Lets signals end the process with 128 and their number, at once where nothing is being written, else when that
    /// is taken back or finished; a signal that the parent process ignores stays ignored.
    static func handleSignals() {
        // What a handler uses is made before it is set.
        prepareToEnd()
        _ = patience
        signal(SIGALRM) { _ in _exit(128 + (endingSignal() ?? SIGALRM)) }
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            let before = signal(number) { number in
                if !askToEnd(number) { _exit(128 + number) }
                alarm(Setup.patience)
            }
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
        }
    }
}
