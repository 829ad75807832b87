import { lazy, Suspense } from 'react'
import type { Launching } from './use-launch.ts'

const BlockedModal = lazy(() => import('./BlockedModal.tsx').then((module) => ({ default: module.BlockedModal })))
const AccountModal = lazy(() =>
  import('../open-application/AccountModal.tsx').then((module) => ({ default: module.AccountModal })),
)

/** The dialogs that opening an application can need. */
export function LaunchDialogs({ launching }: { launching: Launching }) {
  const { blocked, forgetBlocked, choosing, chooseAccount, stopChoosing } = launching
  return (
    <Suspense>
      {blocked && <BlockedModal blocked={blocked} onClose={forgetBlocked} />}
      {choosing && (
        <AccountModal
          name={choosing.page.pageNm}
          accounts={choosing.accounts}
          onChoose={chooseAccount}
          onClose={stopChoosing}
        />
      )}
    </Suspense>
  )
}
