import { UnstyledButton } from '@mantine/core'
import type { AccountChoice } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { singleSignOnTexts } from '@portico/contract/single-sign-on/single-sign-on-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './AccountList.module.css'

interface AccountListProps {
  accounts: AccountChoice['accounts']
  onChoose: (accountId: number) => void
}

/** The accounts of the user in a system; the last used one gets the focus. */
export function AccountList({ accounts, onChoose }: AccountListProps) {
  const t = useTexts(singleSignOnTexts)
  const first = accounts.find(({ lastUsedFlg }) => lastUsedFlg) ?? accounts[0]
  return (
    <ul className={classes['accounts']}>
      {accounts.map((account) => (
        <li key={account.systemAccountUserId}>
          <UnstyledButton
            className={classes['account']}
            // The dialog looks for the attribute; the page has only the ref.
            data-autofocus={account === first || undefined}
            ref={account === first ? focusOnMount : undefined}
            onClick={() => onChoose(account.systemAccountUserId)}
          >
            <span className={classes['words']}>
              <span className={classes['name']}>{account.accountUserNm}</span>
              <span className={classes['type']}>
                {account.lastUsedFlg
                  ? formatMessage(t.sign_on_last_used, { name: account.accountTypeDesc })
                  : account.accountTypeDesc}
              </span>
            </span>
            <Icon name="chevronRight" size={16} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
