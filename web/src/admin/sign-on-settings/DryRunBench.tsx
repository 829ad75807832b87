import { useState } from 'react'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Combobox, type Option, pageAt } from '../../patterns/Combobox.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './DryRunBench.module.css'
import { SignOnResult } from './SignOnResult.tsx'
import { useSignOnDryRun } from './use-sign-on-dry-run.ts'

interface DryRunBenchProps {
  systemId: number
  /** Of the settings, where they can be saved beside it. */
  version?: number
  /** In a dialog, whose first field it has then: what was typed before it appeared. */
  typed?: string
}

/** Shows what the application of a system would get of a user. */
export function DryRunBench({ systemId, version, typed }: DryRunBenchProps) {
  const t = useTexts(signOnSettingPageTexts)
  const { uid } = useSignedIn()
  const [user, setUser] = useState<Option | null>(null)
  const { result, problem, isBusy, run, clear } = useSignOnDryRun(systemId, version)
  return (
    <div className={classes['content']}>
      <p>{t.sso_dry_run_lead}</p>
      <Combobox
        label={t.sso_dry_run_user}
        error={problem ?? undefined}
        queryName="sign-on-dry-run-users"
        {...(typed !== undefined && { typed, isFirst: true })}
        load={async (text, offset) => {
          const body = { nm: text, ...pageAt(offset) }
          const { result: users, totalResults } = await call(listUsers, { params: { uid }, body })
          const rows = users.map(({ userId, firstNm, lastNm, userNm }) => ({
            value: String(userId),
            label: `${firstNm} ${lastNm} (${userNm})`,
          }))
          return { rows, total: totalResults }
        }}
        selected={user ? [user] : []}
        onChange={([next]) => {
          setUser(next ?? null)
          clear()
        }}
      />
      <div>
        <Button
          kind="primary"
          busy={isBusy}
          onClick={() => (user ? void run(Number(user.value)) : clear(t.sso_dry_run_user_missing))}
        >
          {t.sso_dry_run}
        </Button>
      </div>
      <div role="status" className={classes['content']}>
        {result && <SignOnResult result={result} />}
      </div>
    </div>
  )
}
