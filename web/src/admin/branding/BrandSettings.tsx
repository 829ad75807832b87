import { useQueries, useQuery } from '@tanstack/react-query'
import { type BrandImage, brandImages, brandModes } from '@portico/contract/branding/brand-rules.ts'
import { getWebSessionId } from '@portico/contract/session/session.ts'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { brandingTexts } from '@portico/contract/branding/branding-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { ImageUpload } from '../../patterns/ImageUpload.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { unexpectedFailureAs } from '../../patterns/unexpected-failure.ts'
import { useReview } from '../../patterns/use-review.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import {
  type Brand,
  brandFields,
  brandSchema,
  type BrandValues,
  brandValues,
  colorIn,
  isUploaded,
  type ShownBrand,
  shownBrand,
} from './brand-form.ts'
import classes from './Branding.module.css'
import { BrandPreview } from './preview/BrandPreview.tsx'
import { reloadBrands } from './branding-queries.ts'
import { ColorField } from './ColorField.tsx'

interface BrandSettingsProps {
  /** Accessible name of the form. */
  title: string
  /** Of the client or the portal, for the preview of its mails. */
  name: string
  submitLabel: string
  savedMessage: string
  draftKey: string
  current: Brand
  /** Shown for parts that the brand has not of its own; of the portal’s brand the shipped ones. */
  defaults: Brand
  /** False for the portal's own brand, which is the default. */
  hasDefault: boolean
  /** Rejects where there is none. */
  readPrevious: () => Promise<Brand>
  upload: (part: BrandImage, file: File, webSessionId: string) => Promise<unknown>
  readPreview: (part: BrandImage, webSessionId: string) => Promise<{ image: string | null }>
  save: (fields: Readonly<Record<string, string>>) => Promise<unknown>
}

/** The colors and images of a brand with a live preview; the previous or default ones can be chosen instead. */
export function BrandSettings(props: BrandSettingsProps) {
  const t = useTexts(brandingPageTexts)
  const { form, review, edit, uploads, previous } = useBrandForm(props)
  const { current, defaults, hasDefault } = props
  const { values } = form
  const imageOf = (part: BrandImage) =>
    isUploaded(values[part]) ? (uploads[part]?.image ?? null) : values[part] === 'default' ? null : current.images[part]
  const shownImage = (part: BrandImage) => {
    if (isUploaded(values[part])) return { image: uploads[part]?.image ?? null, source: uploads[part]?.source ?? '' }
    const image = imageOf(part)
    if (image !== null) return { image, source: t.brand_image_own }
    const shown = part === 'logoDarkImage' ? null : defaults.images[part]
    return { image: shown, source: shown === null ? t.brand_image_none : t.brand_image_default }
  }
  const own = {
    color: colorIn(values.color),
    buttonColor: colorIn(values.buttonColor),
    images: Object.fromEntries(brandImages.map((part) => [part, imageOf(part)])) as ShownBrand['images'],
  }
  const chosen = values.mode === 'custom' ? own : values.mode === 'default' ? defaults : (previous.data ?? own)
  const labels = labelsOf(t)
  return (
    <div className={classes['layout']}>
      <FormPanel
        title={props.title}
        form={form}
        submitLabel={props.submitLabel}
        disabledReason={values.mode === 'previous' && previous.error ? previous.error.message : undefined}
      >
        <div className={classes['fields']}>
          <SegmentedControl
            label={t.brand_mode}
            options={brandModes
              .filter((mode) => hasDefault || mode !== 'default')
              .map((value) => ({ value, label: t[`brand_mode_${value}`] }))}
            value={values.mode}
            onChange={(mode) => form.set('mode', mode)}
          />
          <ModeNote mode={values.mode} error={previous.error} t={t} />
          {(['color', 'buttonColor'] as const).map((name) => {
            const field = form.field(name)
            return (
              <ColorField
                key={name}
                {...field}
                defaultValue={defaults[name] ?? ''}
                onChange={(digits) => edit(name, digits)}
              />
            )
          })}
          {brandImages.map((part) => (
            <ImageUpload
              key={part}
              label={labels[part]}
              {...(part === 'logoDarkImage' ? { help: t.brand_logo_dark_help, isForDark: true } : {})}
              {...shownImage(part)}
              {...(hasDefault ? {} : { removeLabel: t.brand_image_remove })}
              onUpload={async (file) => {
                const webSessionId = values.webSessionId || (await call(getWebSessionId))
                await props.upload(part, file, webSessionId)
                form.set('webSessionId', webSessionId)
                edit(part, `upload ${crypto.randomUUID()}`)
              }}
              onRemove={imageOf(part) === null && !isUploaded(values[part]) ? undefined : () => edit(part, 'default')}
            />
          ))}
        </div>
        {review.dialog}
      </FormPanel>
      <div className={classes['aside']}>
        <h2>{t.brand_preview}</h2>
        <BrandPreview brand={shownBrand(chosen, defaults)} name={props.name} />
      </div>
    </div>
  )
}

interface ModeNoteProps {
  mode: BrandValues['mode']
  error: Error | null
  t: Texts<typeof brandingPageTexts>
}

/** What saving the previous or default settings does, or why it cannot. */
function ModeNote({ mode, error, t }: ModeNoteProps) {
  if (mode === 'custom') return null
  if (mode === 'previous' && error) return <Alert tone="error">{error.message}</Alert>
  return <Alert tone="info">{mode === 'previous' ? t.brand_mode_help_previous : t.brand_mode_help_default}</Alert>
}

const labelsOf = (t: Texts<typeof brandingPageTexts>) => ({
  mode: t.brand_mode,
  color: t.brand_color,
  buttonColor: t.brand_button_color,
  logoImage: t.brand_logo,
  logoDarkImage: t.brand_logo_dark,
  homeImage: t.brand_home,
  loginImage: t.brand_login,
  webSessionId: '',
})

function useBrandForm({ current, hasDefault, draftKey, submitLabel, savedMessage, ...calls }: BrandSettingsProps) {
  const t = useTexts(brandingPageTexts)
  const { branding_error: unexpected } = useTexts(brandingTexts)
  const { uid } = useSignedIn()
  const labels = labelsOf(t)
  const initial = brandValues(current, hasDefault)
  const format = (field: string, value: unknown) => wordOf(t, field, String(value), hasDefault)
  const review = useReview({ confirmLabel: submitLabel, labels, format })
  const form = useForm({
    schema: brandSchema,
    initial,
    draftKey,
    labels,
    messages: t,
    loadedVersion: current.versionNbr,
    comparedAs: { format },
    save: async (values) => {
      const { webSessionId: _workspace, ...before } = initial
      const { webSessionId: _same, ...after } = values
      await review.ask(before, values.mode === 'custom' ? after : { ...before, mode: values.mode })
      // BRND-037: an unexpected failure names the representative to contact.
      await calls.save(brandFields(values, current.versionNbr, hasDefault)).catch(unexpectedFailureAs(unexpected))
      return savedMessage
    },
    reload: () => reloadBrands(uid),
  })
  const previous = useQuery({
    queryKey: ['previous brand', draftKey, current.versionNbr],
    queryFn: calls.readPrevious,
    enabled: form.values.mode === 'previous',
    retry: false,
  })
  const { webSessionId } = form.values
  const found = useQueries({
    // Every upload has a name of its own.
    queries: brandImages.map((part) => ({
      queryKey: ['brand preview', draftKey, part, form.values[part]],
      queryFn: () => calls.readPreview(part, webSessionId),
      enabled: isUploaded(form.values[part]),
    })),
  })
  const uploads = Object.fromEntries(
    brandImages.map((part, at) => {
      const { data, isError = false } = found[at] ?? {}
      const source = data ? t.brand_image_new : isError ? t.brand_image_unseen : t.brand_image_loading
      return [part, { image: data?.image ?? null, source }]
    }),
  )
  /** An edit makes the settings custom ones again (BRND-026). */
  const edit = (name: BrandImage | 'color' | 'buttonColor', value: string) => {
    form.set(name, value)
    form.set('mode', 'custom')
  }
  return { form, review, edit, uploads, previous }
}

/** How the review of changes words a value. */
function wordOf(t: Texts<typeof brandingPageTexts>, field: string, value: string, hasDefault: boolean): string {
  if (field === 'mode')
    return value === 'custom' || value === 'previous' || value === 'default' ? t[`brand_mode_${value}`] : value
  if (field === 'color' || field === 'buttonColor') return value === '' ? t.brand_mode_default : value
  if (value === 'kept') return '–'
  if (value !== 'default') return t.brand_image_new
  return hasDefault ? t.brand_image_default : t.brand_image_none
}
