import { spawn } from 'node:child_process'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endWithParent } from './lib/parent.mjs'
import { command, environment, nodePath, prepare, root } from './lib/prepare.mjs'

const MAIN = join(root, 'src', 'main.server.ts')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A fresh clone under an older Node: this script again, in the Node just installed. */
function inNewNode() {
  const child = spawn(nodePath(), [...process.execArgv, fileURLToPath(import.meta.url)], {
    stdio: 'inherit',
    env: environment(),
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  process.on('exit', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

/**
 * Ctrl-C reaches the program twice, from the terminal and from npm: the second one must not end it
 * while it stops its database. Before the program listens, the first one ends it.
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

endWithParent()
await command(async () => {
  await prepare()
  // Under npm the Node of node_modules comes first, so only a fresh clone needs a second process.
  if (Number(process.versions.node.split('.')[0]) < 24) inNewNode()
  else {
    guardSignals()
    process.chdir(root)
    process.argv[1] = MAIN
    // What was compiled at the last start is not compiled again: 0.4 s of 0.8.
    module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'compile'))
    await import(pathToFileURL(MAIN).href)
  }
})
