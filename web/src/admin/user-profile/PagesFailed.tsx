import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'

/** Stands where the pages of an application would be listed. */
export function PagesFailed({ application, onRetry }: { application: string; onRetry: () => void }) {
  const { permissions_pages_failed: failed } = useTexts(userProfileTexts)
  const { try_again: tryAgain } = useTexts(generalTexts)
  return (
    <Alert tone="error" action={<Button onClick={onRetry}>{tryAgain}</Button>}>
      {formatMessage(failed, { application })}
    </Alert>
  )
}
