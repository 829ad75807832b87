import { startTestServer } from './database.ts'

/** Runs once before the tests of the server; what it returns runs after them. */
export const setup = startTestServer
