import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import type { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { type AssignablePage, getUserDetail } from '@portico/contract/users/user-profile.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { newUserPagesQuery, newUserSystemsQuery } from './add-user-queries.ts'
import type { ChosenSystem } from './add-user-steps.ts'

/** The pages of a system that the administrator can grant to the user. */
export const grantablePages = (pages: readonly AssignablePage[], isForInternal: boolean): AssignablePage[] =>
  pages.filter((page) => page.assignableFlg && (isForInternal || !page.internalUserPage))

interface CopyOptions {
  uid: number
  /** The colleague. */
  userId: number
  name: string
  /** The new user is internal. */
  isInternal: boolean
}

/** Returns the permissions of a colleague that the administrator can grant, without planned ends. */
export async function copyPermissions(
  { uid, userId, name, isInternal }: CopyOptions,
  t: Texts<typeof addUserTexts>,
): Promise<{ systems: ChosenSystem[]; message: string }> {
  const [{ cpUser }, offered] = await Promise.all([
    call(getUserDetail, { params: { uid, userId } }),
    queryClient.ensureQueryData(newUserSystemsQuery(uid)),
  ])
  const held = cpUser.userSystems.flatMap((system) => {
    const grantable = offered.find(({ systemId }) => systemId === system.systemId)
    return grantable ? [{ system, grantable }] : []
  })
  const systems = await Promise.all(
    held.map(async ({ system, grantable }): Promise<ChosenSystem> => {
      const pages = await queryClient.ensureQueryData(newUserPagesQuery(uid, system.systemId))
      return {
        systemId: system.systemId,
        systemNm: system.systemNm,
        isAdmin: system.adminFlg,
        hasSensitiveData: system.sensitiveDataAccessFlg && grantable.sensitiveDataAssignableFlg,
        pages: grantablePages(pages, isInternal)
          .filter(({ pageId }) => holdsPage(cpUser, pageId))
          .map(({ pageId, pageNm }) => ({ pageId, pageNm })),
      }
    }),
  )
  const isWhole = systems.length === cpUser.userSystems.length
  const message = formatMessage(isWhole ? t.add_user_copied : t.add_user_copied_part, { name, count: systems.length })
  return { systems, message }
}

const holdsPage = ({ userPages }: DataOf<typeof getUserDetail>['cpUser'], id: number) =>
  userPages.some(({ pageId }) => pageId === id)
