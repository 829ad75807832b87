/**
 * The portal cannot start, for a reason that the operator can fix. The message is one clear
 * sentence; it is printed without a stack, and the process ends with exit code 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}
