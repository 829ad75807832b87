import { announcementAdminTexts } from '@portico/contract/announcements/announcement-admin-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { loadFrom } from '../../patterns/local-options.ts'
import { targetIds, targetKinds, type AnnouncementForm } from './announcement-form.ts'
import { type TargetKind, targetOptions } from './announcement-queries.ts'
import classes from './AnnouncementDialog.module.css'

/** Whom an announcement is for; without a choice it is for everyone (ANNC-010..013). */
export function TargetFields({ form }: { form: AnnouncementForm }) {
  const t = useTexts(announcementAdminTexts)
  const { uid } = useSignedIn()
  const { industryIdList: industries } = targetIds(form.values)
  const labels: Readonly<Record<TargetKind, string>> = {
    systemIdList: t.announcement_systems,
    industryIdList: t.announcement_industries,
    departmentIdList: t.announcement_departments,
    employerIdList: t.announcement_clients,
  }
  return (
    <fieldset className={classes['targets']}>
      <legend className={classes['label']}>{t.announcement_targets}</legend>
      <p className={classes['help']}>{t.announcement_targets_help}</p>
      {targetKinds.map((kind) => {
        const narrowing = kind === 'employerIdList' ? industries : []
        return (
          <Combobox
            key={kind}
            multiple
            name={kind}
            label={labels[kind]}
            {...(narrowing.length > 0 && { help: t.announcement_clients_narrowed })}
            error={form.errorOf(kind)}
            queryName={`announcement-${kind}-${narrowing.join('-')}`}
            load={loadFrom(() => targetOptions(uid, kind, narrowing))}
            selected={form.values[kind]}
            onChange={(next) => form.set(kind, next)}
          />
        )
      })}
    </fieldset>
  )
}
