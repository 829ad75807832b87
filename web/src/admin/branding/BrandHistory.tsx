import { VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { brandImages } from '@portico/contract/branding/brand-rules.ts'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { ListCard } from '../../patterns/ListCard.tsx'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Brand } from './brand-form.ts'
import classes from './Branding.module.css'

/** Who saved which brand, and when; newest first. */
export function BrandHistory({ found: { data: versions, isError, refetch } }: { found: UseQueryResult<Brand[]> }) {
  const t = useTexts(brandingPageTexts)
  if (isError) return <LoadFailure message={t.history_failed} onRetry={() => void refetch()} />
  if (!versions) return <Skeleton height="240px" radius="8px" />
  return (
    <ListCard>
      {versions.length === 0 ? (
        <EmptyState drawing="list" title={t.history_none} hint={t.history_none_hint} />
      ) : (
        <DataTable
          caption={t.client_settings_history}
          columns={columnsOf(t)}
          rows={versions}
          rowKey={({ versionNbr }) => versionNbr}
        />
      )}
    </ListCard>
  )
}

/** The two colors of a brand, with their digits for those who cannot see them. */
export function Swatches({ color, buttonColor }: Pick<Brand, 'color' | 'buttonColor'>) {
  const t = useTexts(brandingPageTexts)
  const usual = t.brand_mode_default
  return (
    <span className={classes['swatches']}>
      <Swatch label={t.brand_color} digits={color} usual={usual} />
      <Swatch label={t.brand_button_color} digits={buttonColor} usual={usual} />
    </span>
  )
}

const Swatch = ({ label, digits, usual }: { label: string; digits: string | null; usual: string }) => (
  <span className={classes['swatches']} title={label}>
    <VisuallyHidden>{`${label}: `}</VisuallyHidden>
    {digits !== null && <span className={classes['swatch']} style={{ background: `#${digits}` }} />}
    {digits?.toUpperCase() ?? usual}
  </span>
)

const columnsOf = (t: Texts<typeof brandingPageTexts>): Column<Brand>[] => [
  {
    key: 'when',
    title: t.history_version,
    oneLine: true,
    cell: ({ changedDt }) => (changedDt ? formatInstant(changedDt) : '–'),
  },
  { key: 'by', title: t.history_by, cell: ({ changedByNm }) => changedByNm ?? '–' },
  { key: 'mode', title: t.history_mode, cell: ({ mode }) => t[`brand_mode_${mode}`] },
  { key: 'colors', title: t.history_colors, cell: (brand) => <Swatches {...brand} /> },
  {
    key: 'images',
    title: t.history_images,
    cell: ({ images }) => (
      <span className={classes['swatches']}>
        {brandImages.flatMap((part) => {
          const image = images[part]
          return image === null
            ? []
            : [<img key={part} className={classes['miniature']} src={image} alt={namesOf(t)[part]} />]
        })}
      </span>
    ),
  },
]

const namesOf = (t: Texts<typeof brandingPageTexts>) => ({
  logoImage: t.brand_logo,
  logoDarkImage: t.brand_logo_dark,
  homeImage: t.brand_home,
  loginImage: t.brand_login,
})
