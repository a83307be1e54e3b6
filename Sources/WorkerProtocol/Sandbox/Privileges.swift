#if os(Linux)
    internal import CSeccomp
    internal import Glibc

    /// What a process may beyond others, and others with it.
    enum Privileges {
        /// Gives all of it up: no program that it runs gets new rights, nobody looks into its memory, and the
        /// superuser's rights over files and processes are gone.
        ///
        /// - Throws: `WorkerFault` when the system refuses.
        static func drop() throws(WorkerFault) {
            guard assay_process_set(PR_SET_NO_NEW_PRIVS, 1) == 0 else { throw Sandbox.refused("to gain no rights") }
            guard assay_process_set(PR_SET_DUMPABLE, 0) == 0 else { throw Sandbox.refused("to be closed to others") }
            guard assay_capabilities_drop() == 0 else { throw Sandbox.refused("to drop its capabilities") }
        }
    }
#endif
