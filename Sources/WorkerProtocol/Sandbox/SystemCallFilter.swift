#if os(Linux)
    internal import CSeccomp
    internal import Glibc

    /// What becomes of some system calls: a row of a cage's table.
    struct SystemCallRule {
        let names: [String]
        let conditions: [scmp_arg_cmp]
        /// The error that they end with instead of being made; 0 where they are made.
        let error: CInt

        /// Calls that are made; with conditions only where all of them hold.
        static func allow(_ names: String..., where conditions: scmp_arg_cmp...) -> SystemCallRule {
            SystemCallRule(names: names, conditions: conditions, error: 0)
        }

        /// Calls that end with an error; with conditions only where all of them hold.
        static func refuse(
            _ names: String...,
            with error: CInt = EPERM,
            where conditions: scmp_arg_cmp...
        ) -> SystemCallRule {
            SystemCallRule(names: names, conditions: conditions, error: error)
        }
    }

    extension scmp_arg_cmp {
        /// The argument is exactly this.
        static func argument(_ argument: UInt32, is value: Int) -> scmp_arg_cmp {
            self.argument(argument, of: -1, are: value)
        }

        /// Of the argument, the bits of the mask are these.
        static func argument(_ argument: UInt32, of mask: Int, are bits: Int) -> scmp_arg_cmp {
            let (mask, bits) = (UInt64(bitPattern: Int64(mask)), UInt64(bitPattern: Int64(bits)))
            return scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: bits)
        }
    }

    /// Rules over all system calls of this process, by libseccomp; nothing takes them back.
    struct SystemCallFilter {
        /// The rules; of several on one call any may hold.
        let rules: [SystemCallRule]
        /// Whether a call without a rule is made; else it ends with EPERM.
        let allowsOthers: Bool

        /// Puts this process, all of its threads and what they start under the rules.
        func load() throws(WorkerFault) {
            let other = allowsOthers ? SCMP_ACT_ALLOW : SystemCallFilter.ends(with: EPERM)
            guard let filter = unsafe seccomp_init(other) else { throw WorkerFault.refused("a filter of system calls") }
            defer { unsafe seccomp_release(filter) }
            // A library's start may have made threads already; and a search by halves finds the rule faster than a list.
            for (attribute, value) in [(SCMP_FLTATR_CTL_TSYNC, UInt32(1)), (SCMP_FLTATR_CTL_OPTIMIZE, 2)] {
                let status = unsafe seccomp_attr_set(filter, attribute, value)
                guard status == 0 else { throw WorkerFault.refused("a filter for all threads", -status) }
            }
            for rule in rules {
                let conditions = rule.conditions
                let count = UInt32(conditions.count)
                let action = rule.error == 0 ? SCMP_ACT_ALLOW : SystemCallFilter.ends(with: rule.error)
                for name in rule.names {
                    let number = unsafe seccomp_syscall_resolve_name(name)
                    // A call that only other processors have, such as `open`, has a number below zero.
                    if number < 0, number != __NR_SCMP_ERROR { continue }
                    let status = unsafe seccomp_rule_add_array(filter, action, number, count, conditions)
                    guard status == 0 else { throw WorkerFault.refused("the rule on \(name)", -status) }
                }
            }
            let status = unsafe seccomp_load(filter)
            guard status == 0 else { throw WorkerFault.refused("a filter of system calls", -status) }
        }

        private static func ends(with error: CInt) -> UInt32 { 0x0005_0000 | UInt32(error) }
    }
#endif
