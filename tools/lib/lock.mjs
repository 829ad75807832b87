import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does the work while no other process does it. The lock is a file with the holder's process id;
 * the lock of a dead process is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function underLock(file, work) {
  mkdirSync(path.dirname(file), { recursive: true })
  for (let isReported = false, since = Date.now(); !take(file);) {
    const holder = holderOf(file)
    if (holder !== undefined && !isAlive(holder)) removeStale(file, holder)
    else {
      if (!isReported && Date.now() - since > 1000) {
        console.error(`Waiting for process ${holder}, which is preparing this folder…`)
        isReported = true
      }
      await pause(100)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** A link appears whole or not at all: no reader sees a lock without its process id. @param {string} file */
function take(file) {
  const own = `${file}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** Renaming has one winner; a lock that was renewed meanwhile goes back. @param {string} file @param {number} holder */
function removeStale(file, holder) {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
    if (holderOf(aside) !== holder) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** @param {string} file */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : '')
