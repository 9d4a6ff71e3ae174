import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { command, environment, nodePath, prepare, root } from './lib/prepare.mjs'

const MAIN = join(root, 'src', 'main.server.ts')

/** The first run under an old Node: the program is a child that gets every signal. */
function inChild() {
  const child = spawn(nodePath(), [MAIN], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole group: the child already has it.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  process.on('exit', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

await command(async () => {
  await prepare()
  // Under npm the Node of node_modules comes first, so only a fresh clone needs a second process.
  if (Number(process.versions.node.split('.')[0]) < 24) inChild()
  else {
    process.chdir(root)
    process.argv[1] = MAIN
    await import(pathToFileURL(MAIN).href)
  }
})
