import { useParams } from '@tanstack/react-router'
import { launchPage } from '@portico/contract/single-sign-on.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { OpenApplication } from './OpenApplication.tsx'

/** Opens an application by its address, for links from mails and other sites. */
export function OpenPage() {
  const { uid } = useSignedIn()
  const { pageId } = useParams({ strict: false })
  return (
    <OpenApplication
      launch={(accountId) =>
        call(launchPage, {
          params: { uid, pid: Number(pageId) },
          query: accountId === undefined ? {} : { systemAccountUserId: accountId },
        })
      }
    />
  )
}
