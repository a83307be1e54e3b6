// What a worker that fell into foreign hands would try. Each attempt returns what the system call does: below zero, and
// errno, where it is refused.
#if __linux__
#define _GNU_SOURCE
#include "SandboxAttempts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct assay_target *target;
static char buffer[4096];

static const char *in(const char *name) {
    static char paths[2][4096];
    static int next;
    next = !next;
    snprintf(paths[next], sizeof paths[next], "%s/%s", target->folder, name);
    return paths[next];
}

// Files.
static long read_inside(void) {
    int file = open(in("HEAD"), O_RDONLY);
    return file < 0 ? file : read(file, buffer, 10);
}
static long read_outside(void) { return open(in("../outside"), O_RDONLY); }
static long read_link_to_outside(void) { return open(in("link"), O_RDONLY); }
static long read_where_file_leads(void) { return open(in("../source/HEAD"), O_RDONLY); }
static long read_where_origin_leads(void) { return open(in("../origin/HEAD"), O_RDONLY); }
static long read_passwords(void) { return open("/etc/passwd", O_RDONLY); }
static long list_outside(void) { return open(in(".."), O_RDONLY | O_DIRECTORY); }
static long write_inside(void) { return open(in("HEAD"), O_RDWR); }
static long write_outside(void) { return open(in("../outside"), O_WRONLY); }
static long create_inside(void) { return open(in("new"), O_CREAT | O_WRONLY, 0600); }
static long create_outside(void) { return open(in("../new"), O_CREAT | O_WRONLY, 0600); }
static long create_nameless(void) { return open(in(""), O_TMPFILE | O_RDWR, 0600); }
static long remove_inside(void) { return unlink(in("victim")); }
static long remove_outside(void) { return unlink(in("../outside")); }
static long rename_inside(void) { return rename(in("victim"), in("victim2")); }
static long rename_to_outside(void) { return rename(in("victim"), in("../victim")); }
static long make_folder(void) { return mkdir(in("sub"), 0700); }
static long make_link(void) { return symlink("/etc/passwd", in("link2")); }
static long make_pipe(void) { return mkfifo(in("pipe"), 0600); }
static long change_mode(void) { return chmod(in("victim"), 0600); }
static long cut_off_inside(void) { return truncate(in("victim"), 0); }
static long cut_off_outside(void) { return truncate(in("../outside"), 0); }
static long write_nowhere(void) { return open("/dev/null", O_WRONLY); }
static long change_root(void) { return chroot("/"); }
static long mount_something(void) { return mount("none", in(""), "tmpfs", 0, NULL); }

// Programs and processes.
static long run(const char *program, const char *first, const char *second) {
    pid_t child = fork();
    if (child < 0) return child;
    if (child == 0) {
        int nothing = open("/dev/null", O_WRONLY);
        if (nothing >= 0) dup2(nothing, 1);
        if (nothing >= 0) dup2(nothing, 2);
        execl(program, program, first, second, (char *)NULL);
        _exit(errno);
    }
    int status = 0;
    waitpid(child, &status, 0);
    errno = WIFEXITED(status) && WEXITSTATUS(status) ? WEXITSTATUS(status) : EINTR;
    return status == 0 ? 0 : -1;
}
static long become_a_program(void) { return execl("/bin/true", "true", (char *)NULL); }
static long run_git(void) { return run("/usr/bin/git", "--version", NULL); }
static long run_program_inside(void) { return run(in("program"), NULL, NULL); }
static long run_program_outside(void) { return run(in("../program"), NULL, NULL); }
// A program that the superuser runs would have the capabilities again that this process has dropped.
static long give_away_by_program(void) { return run("/bin/chown", "12345", in("HEAD")); }
static long fork_itself(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child;
}
static long vfork_itself(void) {
    pid_t child = (pid_t)syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) syscall(SYS_exit_group, 0);
    return child;
}
static void *do_nothing(void *nothing) { return nothing; }
static long start_thread(void) {
    pthread_t thread;
    int error = pthread_create(&thread, NULL, do_nothing, NULL);
    if (error == 0) pthread_join(thread, NULL);
    errno = error;
    return error ? -1 : 0;
}
static long trace_neighbour(void) { return ptrace(PTRACE_SEIZE, target->neighbour, NULL, NULL); }
static long read_neighbour(void) {
    struct iovec here = {buffer, 8}, there = {buffer, 8};
    return process_vm_readv(target->neighbour, &here, 1, &there, 1, 0);
}
static long open_memory_of_neighbour(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", target->neighbour);
    return open(path, O_RDONLY);
}
static long signal_neighbour(void) { return kill(target->neighbour, 0); }
static long make_user_namespace(void) { return unshare(CLONE_NEWUSER); }
static long make_namespace_by_clone(unsigned long kind) {
    pid_t child = (pid_t)syscall(SYS_clone, kind | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) syscall(SYS_exit_group, 0);
    return child;
}
static long clone_into_user_namespace(void) { return make_namespace_by_clone(CLONE_NEWUSER); }
// What the one namespace lets make is refused by itself.
static long clone_into_all_namespaces(void) {
    return make_namespace_by_clone(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET);
}
static long clone3_into_user_namespace(void) {
    const struct clone_args given = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
    pid_t child = (pid_t)syscall(SYS_clone3, &given, sizeof given);
    if (child == 0) syscall(SYS_exit_group, 0);
    return child;
}
static long become_another(void) { return seteuid(1) == 0 && seteuid(0) == 0 ? 0 : -1; }
static long raise_limit(void) {
    struct rlimit limit = {1, 1};
    return setrlimit(RLIMIT_CORE, &limit);
}

// The network.
static long socket_ipv4(void) { return socket(AF_INET, SOCK_STREAM, 0); }
static long socket_ipv6(void) { return socket(AF_INET6, SOCK_STREAM, 0); }
static long socket_udp(void) { return socket(AF_INET, SOCK_DGRAM, 0); }
static long socket_unix(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }
static long socket_netlink(void) { return socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE); }
static long socket_netlink_audit(void) { return socket(AF_NETLINK, SOCK_RAW, NETLINK_AUDIT); }
static long socket_raw(void) { return socket(AF_INET, SOCK_RAW, IPPROTO_ICMP); }
static long socket_packet(void) { return socket(AF_PACKET, SOCK_RAW, 0); }
static long socket_bluetooth(void) { return socket(AF_BLUETOOTH, SOCK_RAW, 1); }
static long socket_x32(void) { return syscall(0x40000000 | 41, AF_INET, SOCK_STREAM, 0); }
static struct sockaddr_in loopback(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}
static long connect_tcp(void) {
    int end = socket(AF_INET, SOCK_STREAM, 0);
    if (end < 0) return end;
    struct sockaddr_in address = loopback(1);
    // Nobody listens there: to be told so is to have asked.
    return connect(end, (struct sockaddr *)&address, sizeof address) < 0 && errno != ECONNREFUSED ? -1 : 0;
}
static long listen_tcp(void) {
    int end = socket(AF_INET, SOCK_STREAM, 0);
    if (end < 0) return end;
    struct sockaddr_in address = loopback(0);
    if (bind(end, (struct sockaddr *)&address, sizeof address) < 0) return -1;
    return listen(end, 1);
}
static long find_host(void) {
    struct addrinfo *found = NULL;
    int status = getaddrinfo("localhost", "443", NULL, &found);
    if (status == 0) freeaddrinfo(found);
    errno = ENOENT;
    return status ? -1 : 0;
}
static long read_hosts(void) { return open("/etc/hosts", O_RDONLY); }

// The kernel.
static long set_up_uring(void) {
    memset(buffer, 0, sizeof buffer);
    return syscall(SYS_io_uring_setup, 8, buffer);
}
static long make_bpf_map(void) {
    const uint32_t map[18] = {1, 4, 4, 1};
    return syscall(SYS_bpf, 0, map, sizeof map);
}
static long make_memory_file(void) { return (long)syscall(SYS_memfd_create, "x", 0); }
static long map_writable_program(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? -1 : 0;
}
static long make_memory_program(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(memory, 4096, PROT_READ | PROT_EXEC);
}

#define ATTEMPT(name) {#name, name}
static const struct {
    const char *name;
    long (*make)(void);
} attempts[] = {
    ATTEMPT(read_inside), ATTEMPT(read_outside), ATTEMPT(read_link_to_outside), ATTEMPT(read_where_file_leads),
    ATTEMPT(read_where_origin_leads), ATTEMPT(read_passwords),
    ATTEMPT(list_outside), ATTEMPT(write_inside), ATTEMPT(write_outside), ATTEMPT(create_inside),
    ATTEMPT(create_outside), ATTEMPT(create_nameless), ATTEMPT(remove_inside), ATTEMPT(remove_outside),
    ATTEMPT(rename_inside), ATTEMPT(rename_to_outside), ATTEMPT(make_folder), ATTEMPT(make_link), ATTEMPT(make_pipe),
    ATTEMPT(change_mode), ATTEMPT(cut_off_inside), ATTEMPT(cut_off_outside), ATTEMPT(write_nowhere),
    ATTEMPT(change_root), ATTEMPT(mount_something), ATTEMPT(become_a_program), ATTEMPT(run_git),
    ATTEMPT(run_program_inside), ATTEMPT(run_program_outside), ATTEMPT(give_away_by_program), ATTEMPT(fork_itself),
    ATTEMPT(vfork_itself), ATTEMPT(start_thread), ATTEMPT(trace_neighbour), ATTEMPT(read_neighbour),
    ATTEMPT(open_memory_of_neighbour), ATTEMPT(signal_neighbour), ATTEMPT(make_user_namespace),
    ATTEMPT(clone_into_user_namespace), ATTEMPT(clone_into_all_namespaces), ATTEMPT(clone3_into_user_namespace),
    ATTEMPT(become_another), ATTEMPT(raise_limit), ATTEMPT(socket_ipv4), ATTEMPT(socket_ipv6), ATTEMPT(socket_udp),
    ATTEMPT(socket_unix), ATTEMPT(socket_netlink), ATTEMPT(socket_netlink_audit), ATTEMPT(socket_raw),
    ATTEMPT(socket_packet), ATTEMPT(socket_bluetooth), ATTEMPT(socket_x32), ATTEMPT(connect_tcp), ATTEMPT(listen_tcp),
    ATTEMPT(find_host), ATTEMPT(read_hosts), ATTEMPT(set_up_uring), ATTEMPT(make_bpf_map), ATTEMPT(make_memory_file),
    ATTEMPT(map_writable_program), ATTEMPT(make_memory_program),
};

int assay_attempt(const char *name, const struct assay_target *given) {
    target = given;
    for (size_t at = 0; at < sizeof attempts / sizeof *attempts; at++) {
        if (strcmp(attempts[at].name, name) != 0) continue;
        errno = 0;
        return attempts[at].make() < 0 ? errno : 0;
    }
    return -1;
}

int assay_start_neighbour(void) {
    pid_t here = getpid(), neighbour = fork();
    if (neighbour != 0) return neighbour;
    // A signal at the end of who started it would not come out of the sandbox; and nobody waits for what it holds.
    for (int end = 0; end < 3; end++) close(end);
    while (getppid() == here) usleep(20000);
    _exit(0);
}

static int load(struct sock_filter *filter, size_t size) {
    struct sock_fprog program = {(unsigned short)(size / sizeof *filter), filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define FIRST_ARGUMENT BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args))
#define IF(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise)
#define END(action) BPF_STMT(BPF_RET | BPF_K, action)

int assay_forget_landlock(void) {
    struct sock_filter filter[] = {
        NUMBER, IF(SYS_landlock_create_ruleset, 0, 1), END(SECCOMP_RET_ERRNO | ENOSYS), END(SECCOMP_RET_ALLOW),
    };
    return load(filter, sizeof filter);
}

int assay_forget_seccomp(void) {
    struct sock_filter filter[] = {
        NUMBER, IF(SYS_seccomp, 3, 0), IF(SYS_prctl, 0, 3), FIRST_ARGUMENT, IF(PR_SET_SECCOMP, 0, 1),
        END(SECCOMP_RET_ERRNO | ENOSYS), END(SECCOMP_RET_ALLOW),
    };
    return load(filter, sizeof filter);
}
#endif
