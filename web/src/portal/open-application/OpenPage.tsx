import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { usePathId } from '../../patterns/path-ids.ts'
import { OpenApplication } from './OpenApplication.tsx'

/** Opens an application by its address, for links from mails and other sites. */
export function OpenPage() {
  const { uid } = useSignedIn()
  const pageId = usePathId('pageId')
  return (
    <OpenApplication
      launch={(accountId) =>
        call(launchPage, {
          params: { uid, pid: pageId },
          query: accountId === undefined ? {} : { systemAccountUserId: accountId },
        })
      }
    />
  )
}
