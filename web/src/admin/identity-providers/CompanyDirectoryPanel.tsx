import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CompanyDirectory, startDirectoryTest } from '@portico/contract/directory/company-directory.ts'
import { signInTestTexts } from '@portico/contract/federation/sign-in-test-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { companyDirectoryQuery } from './identity-provider-queries.ts'
import { PasswordTestDialog } from './PasswordTestDialog.tsx'
import classes from './CompanyDirectoryPanel.module.css'
import { StartTestDialog } from './StartTestDialog.tsx'

/** The company directory of the portal's settings, with a test sign-in; nothing where there is none. */
export function CompanyDirectoryPanel() {
  const t = useTexts(signInTestTexts)
  const { uid } = useSignedIn()
  const { data: directory } = useQuery(companyDirectoryQuery(uid))
  const [isTesting, setTesting] = useState(false)
  if (!directory || directory.kindCd === 'none') return null
  const { kindCd, addressTxt } = directory
  const name = addressTxt ?? ''
  const close = () => setTesting(false)
  return (
    <Panel title={t.company_directory} help={t.company_directory_help}>
      <PanelBody>
        <div className={classes['content']}>
          <dl className={classes['facts']}>
            {factsOf(directory, t).map(({ term, fact }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  <BreakableText>{fact}</BreakableText>
                </dd>
              </div>
            ))}
          </dl>
          <div>
            <Button
              onClick={() => setTesting(true)}
              disabledReason={kindCd === 'trusted-proxy' ? t.company_directory_no_test : undefined}
            >
              {t.sign_in_test}
            </Button>
          </div>
        </div>
      </PanelBody>
      {isTesting && kindCd === 'ldap' && <PasswordTestDialog name={name} onClose={close} />}
      {isTesting && kindCd === 'oidc' && (
        <StartTestDialog name={name} begin={() => call(startDirectoryTest, { params: { uid } })} onClose={close} />
      )}
    </Panel>
  )
}

function factsOf(
  { kindCd, addressTxt, nameTxt, groups, attributes }: CompanyDirectory,
  t: Texts<typeof signInTestTexts>,
) {
  const kinds = {
    none: '',
    ldap: t.company_directory_ldap,
    oidc: t.company_directory_oidc,
    'trusted-proxy': t.company_directory_proxy,
  }
  const facts = [
    { term: t.company_directory_kind, fact: kinds[kindCd] },
    { term: t.company_directory_address, fact: addressTxt ?? '' },
    { term: t.company_directory_name, fact: nameTxt ?? '' },
  ]
  if (kindCd === 'trusted-proxy') return facts
  const decided = attributes.map(({ fieldCd, attributeNm }) => `${fieldCd} = ${attributeNm}`)
  return [
    ...facts,
    { term: t.company_directory_groups, fact: groups.join('; ') || t.company_directory_everyone },
    { term: t.company_directory_attributes, fact: decided.join(', ') || t.company_directory_no_attributes },
  ]
}
