import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Process id in the lock file; 0 while its owner is writing it, undefined when there is no file. */
function owner(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function taken(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return false
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return true
  }
}

/** Runs `work` while no other process holds the lock; a dead holder's lock is removed. */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  for (let turns = 0; taken(file); turns += 1) {
    const pid = owner(file)
    // 0 may come from a process that died while writing, so after 2 s the lock is removed.
    if (pid !== undefined && (pid === 0 ? turns > 20 : !alive(pid))) rmSync(file, { force: true })
    await sleep(100)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
