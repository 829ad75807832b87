import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

// Where localhost has two addresses, the first is not given up because the machine stood still for a moment.
setDefaultAutoSelectFamilyAttemptTimeout(20_000)
