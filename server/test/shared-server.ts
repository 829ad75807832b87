// Starts the database server of the tests, prints its address for PORTICO_TEST_DATABASE, and stops when its input ends.
import { startTestServer } from './database.ts'

const stop = await startTestServer()
console.log(process.env['PORTICO_TEST_DATABASE'])
process.stdin.resume().once('end', () => void stop())
