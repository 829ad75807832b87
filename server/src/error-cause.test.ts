import { connect } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { StorageFull, StorageUnavailable } from './ports/file-storage/file-storage.ts'
import { DatabaseUnavailable } from './db/database-unavailable.ts'
import { describeError } from './error-cause.ts'
import { safeError } from './logging.ts'

const failed = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work
  } catch (error) {
    return error
  }
}

const refused = () =>
  new Promise((_, reject) => connect({ port: 1, host: 'localhost', autoSelectFamily: true }).once('error', reject))

test('an operator reads the system call behind an error that says only "Error"', async () => {
  const cause = await failed(refused())
  expect(describeError(new StorageUnavailable('Error', { cause }))).toMatch(/^connect ECONNREFUSED .*:1/)
  expect(describeError(new StorageUnavailable('', { cause }))).toMatch(/^connect ECONNREFUSED .*:1/)
})

test('an operator reads that no space is left, whatever is wrapped around it', async () => {
  const cause = await failed(writeFile('/dev/full', 'x'))
  expect(describeError(new StorageFull('ENOSPC', { cause }))).toBe('ENOSPC: no space left on device, write')
  const database = new DatabaseUnavailable(false, new Error('could not extend file: No space left on device'))
  expect(safeError(database).message).toBe(
    'The database is not available at the moment: could not extend file: No space left on device',
  )
})

test('an operator reads the word itself where there is nothing else', () => {
  expect(describeError(new StorageUnavailable('UnknownError'))).toBe('UnknownError')
  expect(describeError(new Error('', { cause: new Error('') }))).toBe('Error')
  expect(describeError('a text')).toBe('')
})

test('an operator reads the message of a copied error, such as the queue of jobs emits', () => {
  const { message, stack } = new Error('Connection terminated unexpectedly')
  expect(describeError({ message, stack, queue: 'mails' })).toBe('Connection terminated unexpectedly')
})
