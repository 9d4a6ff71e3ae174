import { spawnSync } from 'node:child_process'
import { command, environment, nodePath, prepare, root } from './lib/prepare.mjs'

await command(async () => {
  await prepare()
  const { status } = spawnSync(nodePath(), ['bench/bench.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: environment(),
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
})
