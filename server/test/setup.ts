import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { expect } from 'vitest'
import { refuseNestedConnections } from './nested-connections.ts'

// Where localhost has two addresses, the first is not given up because the machine stood still for a moment.
setDefaultAutoSelectFamilyAttemptTimeout(20_000)

// Decides on which server the file gets its databases, see server/test/database.ts.
process.env['PORTICO_TEST_FILE'] = expect.getState().testPath

// Proves with every test that no work waits for a second connection while it holds one.
refuseNestedConnections()
