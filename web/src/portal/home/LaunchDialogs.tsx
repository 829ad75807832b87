import type { Launching } from './use-launch.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'

const BlockedModal = lazyDialog(() => import('./BlockedModal.tsx').then((module) => module.BlockedModal))
const AccountModal = lazyDialog(() =>
  import('../open-application/AccountModal.tsx').then((module) => module.AccountModal),
)

/** The dialogs that opening an application can need. */
export function LaunchDialogs({ launching }: { launching: Launching }) {
  const { blocked, forgetBlocked, choosing, chooseAccount, stopChoosing } = launching
  return (
    <>
      {blocked && <BlockedModal blocked={blocked} onClose={forgetBlocked} />}
      {choosing && (
        <AccountModal
          name={choosing.page.pageNm}
          accounts={choosing.accounts}
          onChoose={chooseAccount}
          onClose={stopChoosing}
        />
      )}
    </>
  )
}
