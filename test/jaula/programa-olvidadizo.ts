import { runProgram } from '../../src/main.program.ts'

// The program on a database that may lose commits, for the cage's control and for runs that kill no database.
runProgram({ olvidadiza: true })
