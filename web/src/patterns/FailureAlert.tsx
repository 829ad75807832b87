import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import type { Failure } from './run-action.ts'

/** Why work failed, with the button that loads the page anew where only that helps. */
export const FailureAlert = ({ failure: { message, reload } }: { failure: Failure }) => (
  <Alert
    tone="error"
    action={
      reload && (
        <Button size="s" onClick={reload.run}>
          {reload.label}
        </Button>
      )
    }
  >
    {message}
  </Alert>
)
