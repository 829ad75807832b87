import { useEffect, useRef, useState } from 'react'
import { checkEmailAddress, proposeUser } from '@portico/contract/users/user-creation.ts'
import { call, request } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { type Details, domainOf, followsProposal, isPerson } from './details-form.ts'

interface LookupOptions {
  values: Details
  set: (name: 'userNm' | 'internalUserFlg', value: never) => void
}

/**
 * What the portal knows of a person whose name and address have been entered: a warning that the address is in use
 * (UADM-124), and proposals of a user name and of the internal flag, which do not replace what was entered.
 */
export function usePersonLookup({ values, set }: LookupOptions) {
  const session = useSession()
  const [warning, setWarning] = useState<string | null>(null)
  const latest = useRef(values)
  const proposed = useRef({ userNm: '', person: '', address: '' })
  useEffect(() => {
    latest.current = values
  })
  const uid = session?.uid
  const check = async (emailAddress: string) => {
    if (uid === undefined || emailAddress === proposed.current.address) return
    proposed.current.address = emailAddress
    setWarning(null)
    if (domainOf(emailAddress) === null) return
    const answer = await request(checkEmailAddress, { params: { uid }, body: { emailAddress } })
    if (latest.current.emailAddress === emailAddress) setWarning(answer.code === '200' ? answer.message : null)
  }
  const propose = async ({ firstNm, lastNm, emailAddress }: Details) => {
    const person = JSON.stringify([firstNm, lastNm, emailAddress])
    if (uid === undefined || person === proposed.current.person) return
    proposed.current.person = person
    const found = await call(proposeUser, { params: { uid }, body: { firstNm, lastNm, emailAddress } })
    // The name has been corrected meanwhile, and has a proposal of its own.
    if (proposed.current.person !== person) return
    if (followsProposal(latest.current.userNm, proposed.current.userNm)) {
      proposed.current.userNm = found.userNm
      set('userNm', found.userNm as never)
    }
    if (session?.isInternal && found.internalUserFlg) set('internalUserFlg', true as never)
  }
  return {
    warning,
    /** Called when a field of the name or the address is left. */
    lookUp: () => {
      // Proposals help; a failure leaves the fields as they are.
      void check(values.emailAddress).catch(() => undefined)
      if (isPerson(values)) void propose(values).catch(() => undefined)
    },
  }
}
