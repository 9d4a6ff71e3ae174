import { runProgram } from '../../src/main.program.ts'

// The program on a database that may lose commits: the cage's control, and the runs that lose no server.
runProgram({ olvidadiza: true })
