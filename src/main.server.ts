import { runProgram } from './main.program.ts'

runProgram()
