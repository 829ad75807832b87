import { showFailure } from '../patterns/run-action.ts'

/** Reports unhandled rejections to the server and the user; returns the function to stop. */
export function reportUnhandled(): () => void {
  const onRejection = ({ reason }: PromiseRejectionEvent) => {
    // Deliberately aborted work is no error.
    if (reason instanceof DOMException && reason.name === 'AbortError') return
    void showFailure(reason)
  }
  addEventListener('unhandledrejection', onRejection)
  return () => removeEventListener('unhandledrejection', onRejection)
}
