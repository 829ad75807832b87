import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import type { Form } from '../../patterns/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { catalogSectionsQuery } from '../application-search/application-queries.ts'
import { catalogSystemsQuery } from '../application-search/system-queries.ts'
import { AddSectionDialog } from './AddSectionDialog.tsx'
import { AddSystemDialog } from './AddSystemDialog.tsx'
import { type ApplicationDetails, isPortalSystem } from './application-form.ts'
import classes from './ApplicationSettings.module.css'

type DetailsForm = Form<ApplicationDetails>

interface FieldsProps {
  form: DetailsForm
  /** A screen of the portal itself, whose name and system stay. */
  isProtected: boolean
}

/** What an application is, where it appears and who gets it. */
export function ApplicationFields({ form, isProtected }: FieldsProps) {
  const t = useTexts(catalogPageTexts)
  return (
    <>
      {isProtected ? <p>{t.settings_fixed}</p> : <TextField {...form.field('pageNm')} />}
      <PlaceFields form={form} isProtected={isProtected} />
      <CcFields form={form} />
      <fieldset className={classes['group']}>
        <legend className={classes['part']}>{t.settings_display}</legend>
        <CheckField {...form.check('dispFlg')} help={t.settings_displayed_help} />
        <CheckField {...form.check('linkEnabledFlg')} help={t.settings_link_help} />
        <CheckField {...form.check('openInNewWindowFlg')} />
        {isPortalSystem(form.values.system) ? (
          <p className={classes['help']}>{t.settings_external_never}</p>
        ) : (
          <CheckField {...form.check('externalAppFlg')} />
        )}
      </fieldset>
      <fieldset className={classes['group']}>
        <legend className={classes['part']}>{t.settings_access}</legend>
        <CheckField {...form.check('pageAssignableFlg')} help={t.settings_assignable_help} />
        <CheckField {...form.check('requestableFlg')} />
        <CheckField {...form.check('internalUserPage')} />
        <CheckField {...form.check('admAccessRqrFlg')} />
      </fieldset>
    </>
  )
}

/** System and section; one that is missing is added right here. */
function PlaceFields({ form, isProtected }: FieldsProps) {
  const t = useTexts(catalogPageTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const systems = useSuspenseQuery(catalogSystemsQuery(uid)).data
  const sections = useSuspenseQuery(catalogSectionsQuery(uid)).data
  const [dialog, setDialog] = useState<'system' | 'section' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      {!isProtected && (
        <div className={classes['choice']}>
          <SelectField
            {...form.field('system')}
            options={[
              { value: '', label: selectOne },
              ...systems
                .filter(({ protectedFlg }) => !protectedFlg)
                .map(({ systemId, systemNm }) => ({ value: String(systemId), label: systemNm })),
            ]}
          />
          <Button icon="plus" onClick={() => setDialog('system')}>
            {t.settings_add_system}
          </Button>
        </div>
      )}
      <div className={classes['choice']}>
        <SelectField
          {...form.field('section')}
          options={[
            { value: '', label: isPortalSystem(form.values.system) ? t.settings_no_section : selectOne },
            ...sections.map(({ sectionId, sectionNm }) => ({ value: String(sectionId), label: sectionNm })),
          ]}
        />
        <Button icon="plus" onClick={() => setDialog('section')}>
          {t.settings_add_section}
        </Button>
      </div>
      {dialog === 'system' && <AddSystemDialog onClose={close} onAdded={(id) => form.set('system', String(id))} />}
      {dialog === 'section' && <AddSectionDialog onClose={close} onAdded={(id) => form.set('section', String(id))} />}
    </>
  )
}

/** The Cc feature and its two addresses (CATA-061, CATA-062). */
function CcFields({ form }: { form: DetailsForm }) {
  const t = useTexts(catalogPageTexts)
  return (
    <>
      <CheckField
        {...form.check('hasCc')}
        help={t.settings_cc_help}
        onChange={(isOn) => {
          form.set('hasCc', isOn)
          if (isOn) return
          form.set('ccPageLocationTxt', '')
          form.set('ccHelpPageLocationTxt', '')
        }}
      />
      {form.values.hasCc && (
        <>
          <TextField {...form.field('ccPageLocationTxt')} help={t.settings_location_help} inputMode="url" />
          <TextField {...form.field('ccHelpPageLocationTxt')} inputMode="url" />
        </>
      )}
    </>
  )
}

/** Names of the details. */
export const applicationLabelsOf = (t: Texts<typeof catalogPageTexts>): Record<keyof ApplicationDetails, string> => ({
  pageNm: t.application_name,
  system: t.application_system,
  section: t.application_section,
  hasCc: t.settings_cc,
  ccPageLocationTxt: t.settings_location,
  ccHelpPageLocationTxt: t.settings_help_location,
  internalUserPage: t.settings_internal,
  dispFlg: t.settings_displayed,
  pageAssignableFlg: t.settings_assignable,
  linkEnabledFlg: t.settings_link,
  openInNewWindowFlg: t.settings_new_window,
  admAccessRqrFlg: t.settings_admin,
  externalAppFlg: t.settings_external,
  requestableFlg: t.settings_requestable,
})
