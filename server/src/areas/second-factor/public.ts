export { sealSeed } from './authenticator.ts'
export { removeAllFactors } from './remove-all-factors.ts'
export { secondFactorGate } from './second-factor-gate.ts'
