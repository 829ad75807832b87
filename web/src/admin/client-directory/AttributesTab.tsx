import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { directoryAttributeTexts } from '@portico/contract/scim/directory-attribute-texts.ts'
import {
  ATTRIBUTE_PATH_MAX,
  attributeDefaults,
  type AttributePaths,
  type DirectoryAttributes,
  getDirectoryAttributes,
  mappedFields,
  saveDirectoryAttributes,
} from '@portico/contract/scim/directory-attributes.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel, PanelBody, PanelRow } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AttributeTrial } from './AttributeTrial.tsx'
import { type FieldNames, useFieldNames } from './attribute-fields.ts'
import classes from './ClientDirectoryTab.module.css'
import { directoryAttributesQuery } from './directory-queries.ts'

const schema = z.object(
  Object.fromEntries(mappedFields.map((field) => [field, z.string()])) as Record<
    keyof AttributePaths,
    ReturnType<typeof z.string>
  >,
)

/** Which attribute of the directory of a client fills which field: the choice, a trial of it, and its versions. */
export function AttributesTab({ clientId, name }: { clientId: number; name: string }) {
  const t = useTexts(directoryAttributeTexts)
  const labels = useFieldNames()
  const { uid } = useSignedIn()
  const { paths, version, versions } = useSuspenseQuery(directoryAttributesQuery(uid, clientId)).data
  const form = useForm({
    schema,
    initial: paths,
    loadedVersion: version,
    draftKey: `directory-attributes-${clientId}`,
    labels,
    invalidate: [getDirectoryAttributes],
    save: async (values) =>
      (await request(saveDirectoryAttributes, { params: { uid, clientId }, body: { ...values, version } })).message,
  })
  return (
    <div className={classes['tab']}>
      <p>{formatMessage(t.directory_attributes_lead, { name })}</p>
      <ManagedLine kind="directoryAttributes" id={clientId} />
      <Panel title={t.directory_attributes_form}>
        <PanelBody>
          <FormPanel title={t.directory_attributes_form} form={form} submitLabel={t.directory_attributes_save}>
            {mappedFields.map((field) => (
              <TextField
                key={field}
                {...form.field(field)}
                placeholder={attributeDefaults[field]}
                help={field === 'emailAddress' ? t.directory_attributes_email_help : undefined}
                maxLength={ATTRIBUTE_PATH_MAX}
                spellCheck={false}
                autoCapitalize="off"
              />
            ))}
          </FormPanel>
        </PanelBody>
      </Panel>
      <AttributeTrial clientId={clientId} paths={form.values} labels={labels} />
      {versions.length > 0 && <Versions versions={versions} labels={labels} />}
    </div>
  )
}

interface VersionsProps {
  versions: DirectoryAttributes['versions']
  labels: FieldNames
}

/** What was chosen by whom, the newest first. */
function Versions({ versions, labels }: VersionsProps) {
  const t = useTexts(directoryAttributeTexts)
  return (
    <Panel title={t.directory_attributes_history}>
      {versions.map(({ versionNr, paths, changedDt, changedByNm }) => {
        const chosen = mappedFields.filter((field) => paths[field] !== '')
        return (
          <PanelRow
            key={versionNr}
            title={formatMessage(t.directory_attributes_version, { version: String(versionNr) })}
          >
            <p>
              {changedByNm === null
                ? formatInstant(changedDt)
                : formatMessage(t.directory_attributes_version_by, {
                    moment: formatInstant(changedDt),
                    name: changedByNm,
                  })}
            </p>
            {chosen.length === 0 ? (
              <p>{t.directory_attributes_version_default}</p>
            ) : (
              <ul>
                {chosen.map((field) => (
                  <li key={field}>
                    <BreakableText>
                      {formatMessage(t.directory_attributes_version_item, {
                        field: labels[field],
                        path: paths[field],
                      })}
                    </BreakableText>
                  </li>
                ))}
              </ul>
            )}
          </PanelRow>
        )
      })}
    </Panel>
  )
}
