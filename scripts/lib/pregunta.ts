import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * Asks on the terminal; with `oculta` what is typed is not shown.
 * @throws Error in Spanish where nobody can answer.
 */
export async function preguntar(question: string, oculta = false): Promise<string> {
  let quiet = false
  const output = new Writable({
    write(chunk, _, done) {
      if (!quiet) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = process.stdin.isTTY === true
  const line = createInterface({ input: process.stdin, output, terminal })
  try {
    const ended = new Promise<never>((_, reject) => {
      line.once('close', () =>
        reject(new Error('Nadie respondió: ejecute el comando en una terminal.')),
      )
    })
    const answer = line.question(question)
    quiet = oculta
    return await Promise.race([answer, ended])
  } finally {
    line.close()
    if (oculta) process.stdout.write('\n')
  }
}
