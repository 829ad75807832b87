import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { focusAround } from '../ui/list-position.ts'

/** A part of a page that could not be loaded, with another try. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  const { try_again: tryAgain } = useTexts(generalTexts)
  return (
    <Alert
      tone="error"
      action={
        <Button
          size="s"
          onClick={({ currentTarget }) => {
            // The button goes away with the message.
            focusAround(currentTarget)
            onRetry()
          }}
        >
          {tryAgain}
        </Button>
      }
    >
      {message}
    </Alert>
  )
}
