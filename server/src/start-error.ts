/**
 * The portal cannot start, for a reason that whoever runs it can mend. The message is one clear
 * sentence; it is printed without a stack, and the process ends with exit code 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}
