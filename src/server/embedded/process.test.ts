import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { signalTo } from './process.ts'

test('a process that ended between the look and the signal is no failure; another’s is', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  expect(() => signalTo(pid, 'SIGQUIT')).not.toThrow()
  expect(() => signalTo(process.pid, 'SIGNOTHING' as NodeJS.Signals)).toThrow()
})
