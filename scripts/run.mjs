// Every npm script goes through here: `node scripts/run.mjs [--web] <file> [arguments]` installs what is missing, with
// --web builds the interface too, and runs the file in the project's own Node, whichever Node this one is.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithParent } from './lib/parent.mjs'
import { command, environment, nodePath, prepare, root } from './lib/prepare.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A fresh clone under an older Node: the same again, in the Node just installed. */
function inNewNode() {
  const child = spawn(nodePath(), [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: environment(),
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  process.on('exit', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

/**
 * Ctrl-C reaches the program twice, from the terminal and from npm: the second one must not end it while it stops what
 * it started. Before the program listens for it, the first one ends it.
 */
function guardSignals() {
  let stopping = false
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (process.listenerCount(signal) > 1) stopping = true
      else if (!stopping) process.exit(130)
    })
  }
}

/** The file as if Node had been started with it. */
async function here(file, given) {
  guardSignals()
  process.chdir(root)
  Object.assign(process.env, environment())
  const path = join(root, file)
  process.argv.splice(1, Infinity, path, ...given)
  // What was compiled at the last start is not compiled again: 0.4 s of 0.8.
  module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'compile'))
  await import(pathToFileURL(path).href)
}

endWithParent()
await command(async () => {
  const given = process.argv.slice(2)
  const web = given[0] === '--web'
  if (web) given.shift()
  await prepare({ web })
  // Under npm the Node of node_modules comes first, so only a fresh clone needs a second process.
  if (Number(process.versions.node.split('.')[0]) < 24) inNewNode()
  else await here(given[0], given.slice(1))
})
