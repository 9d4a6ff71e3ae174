import { runProgram } from '../../src/main.program.ts'

// The program as no setting of a house can ask for it: on a database that may lose commits, for the cage's control and
// for runs that kill no database, or with sets of a size that the test says.
runProgram({ olvidadiza: true, ...JSON.parse(process.argv[2] ?? '{}') })
