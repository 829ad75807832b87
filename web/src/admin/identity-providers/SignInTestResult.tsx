import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type ExaminedCheck,
  getSignInTest,
  type SignInTest,
  type SignInTestCheck,
} from '@portico/contract/federation/identity-providers.ts'
import { signInTestTexts } from '@portico/contract/federation/sign-in-test-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import classes from './SignInTestResult.module.css'
import { identityProviders } from './screen.ts'

type TestTexts = Texts<typeof signInTestTexts>

/** What an identity provider answered to a test sign-in, in the place of the list. */
export function SignInTestResult({ testId }: { testId: number }) {
  const t = useTexts(signInTestTexts)
  const { uid } = useSignedIn()
  const { data, error } = useQuery({
    ...query(getSignInTest, { params: { uid, signInTestId: testId } }),
    retry: false,
  })
  const title = data ? formatMessage(t.sign_in_test_title, { name: data.samlIdentityProviderNm }) : t.sign_in_test
  const back = <Button root={(props) => <Link {...props} to={identityProviders.link()} />}>{t.sign_in_test_all}</Button>
  return (
    <AdminPage title={title} subtitle={t.sign_in_test_nothing} actions={back}>
      {error ? (
        <Alert tone="error">{error.message || t.sign_in_test_failed_to_load}</Alert>
      ) : data ? (
        <Answer test={data} t={t} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </AdminPage>
  )
}

function Answer({ test, t }: { test: SignInTest; t: TestTexts }) {
  if (!test.answeredDt) return <Alert tone="info">{t.sign_in_test_waiting}</Alert>
  const isUnsigned = test.checks.some(({ checkCd, resultCd }) => checkCd === 'SIGNATURE' && resultCd !== 'passed')
  const values = valuesOf(test, t)
  return (
    <div className={classes['answer']}>
      <Verdict test={test} t={t} />
      <Panel title={t.sign_in_test_checks}>
        <DataTable
          caption={t.sign_in_test_checks}
          columns={checkColumns(t)}
          rows={test.checks}
          rowKey={({ checkCd }) => checkCd}
        />
      </Panel>
      {values.length > 0 && (
        <Panel title={t.sign_in_test_received} {...(isUnsigned && { help: t.sign_in_test_unverified })}>
          <DataTable
            caption={t.sign_in_test_received}
            columns={[
              {
                key: 'name',
                title: t.sign_in_test_attribute,
                cell: ({ name }) => <BreakableText>{name}</BreakableText>,
              },
              {
                key: 'value',
                title: t.sign_in_test_values,
                cell: ({ value }) => <BreakableText>{value}</BreakableText>,
              },
            ]}
            rows={values}
            rowKey={({ name }) => name}
          />
        </Panel>
      )}
    </div>
  )
}

/** What would have happened, and what to do about it. */
function Verdict({ test, t }: { test: SignInTest; t: TestTexts }) {
  const { user, outcomeCd } = test
  if (user && outcomeCd !== 'refused') {
    const names = { name: user.fullNm, user: user.userNm ?? '', email: user.emailAddress, client: user.clientNm }
    return (
      <Alert tone="success" title={t.sign_in_test_signs_in} live={false}>
        {formatMessage(sentences(t)[outcomeCd], names)}
      </Alert>
    )
  }
  const failed = test.checks.filter(({ resultCd }) => resultCd === 'failed')
  return (
    <Alert tone="error" title={t.sign_in_test_refused} live={false}>
      <p>{t.sign_in_test_fix}:</p>
      <ul>
        {failed.map(({ checkCd }) => (
          <li key={checkCd}>
            {t[`sign_in_test_${checkCd}`]}: {fixOf(test, checkCd, t)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** What to do about a failed check; some of it is another at a directory than at a SAML identity provider. */
function fixOf({ kindCd }: SignInTest, checkCd: SignInTestCheck, t: TestTexts): string {
  const atDirectory: Partial<Record<SignInTestCheck, string>> = {
    ACCOUNT: t.sign_in_test_fix_directory_ACCOUNT,
    SIGNATURE: t.sign_in_test_fix_directory_SIGNATURE,
    ISSUER: t.sign_in_test_fix_directory_ISSUER,
    AUDIENCE: t.sign_in_test_fix_directory_AUDIENCE,
  }
  return (kindCd === 'saml' ? undefined : atDirectory[checkCd]) ?? t[`sign_in_test_fix_${checkCd}`]
}

const sentences = (t: TestTexts) => ({
  'signs-in': t.sign_in_test_as,
  links: t.sign_in_test_links,
  creates: t.sign_in_test_creates,
})

const tones = { passed: 'success', warning: 'warning', failed: 'error', skipped: 'neutral' } as const

const checkColumns = (t: TestTexts): Column<ExaminedCheck>[] => [
  { key: 'check', title: t.sign_in_test_check, cell: ({ checkCd }) => t[`sign_in_test_${checkCd}`] },
  {
    key: 'result',
    title: t.sign_in_test_result,
    oneLine: true,
    cell: ({ resultCd }) => <StatusDot tone={tones[resultCd]}>{t[`sign_in_test_${resultCd}`]}</StatusDot>,
  },
  {
    key: 'found',
    title: t.sign_in_test_found,
    cell: ({ checkCd, reasonCd, foundTxt }) =>
      checkCd === 'CERTIFICATE' && foundTxt ? (
        formatInstant(new Date(foundTxt))
      ) : (
        <>
          {reasonCd !== null && <span>{t[`sign_in_test_reason_${reasonCd}`]} </span>}
          {(foundTxt !== null || reasonCd === null) && <BreakableText>{foundTxt ?? '–'}</BreakableText>}
        </>
      ),
  },
  {
    key: 'expected',
    title: t.sign_in_test_expected,
    cell: ({ expectedTxt }) => <BreakableText>{expectedTxt ?? '–'}</BreakableText>,
  },
]

function valuesOf({ kindCd, nameIdTxt, nameIdFormatTxt, attributes }: SignInTest, t: TestTexts) {
  const nameId = [
    { name: t.sign_in_test_name_id, value: nameIdTxt ?? t.sign_in_test_none },
    { name: t.sign_in_test_name_id_format, value: nameIdFormatTxt ?? t.sign_in_test_none },
  ]
  return [
    ...(kindCd === 'saml' ? nameId : []),
    ...attributes.map(({ attributeNm, values }) => ({
      name: attributeNm,
      value: values.join(', ') || t.sign_in_test_none,
    })),
  ]
}
