import { useMutation } from '@tanstack/react-query'
import { setFavorite, type UserSection } from '@portico/contract/home.ts'
import { homeTexts } from '@portico/contract/texts/home-texts.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { useTexts } from '../../api/texts.ts'
import { toast } from '../../ui/toast.ts'
import { patchTile, sectionsQuery } from './home-queries.ts'

/** Marks a tile at once and takes it back with a word when it cannot be saved (HOME-020). */
export function useFavorite(uid: number, { sectionId }: UserSection) {
  const t = useTexts(homeTexts)
  const { mutate } = useMutation({
    // Presses on one star reach the server in the order in which they were made.
    scope: { id: `favorite ${sectionId}` },
    mutationFn: (favoriteFlg: boolean) =>
      call(setFavorite, { params: { uid, sectionId }, body: { userSectionDetails: { favoriteFlg } } }),
    onMutate: async (favoriteFlg) => {
      // An answer under way still carries the old value.
      await queryClient.cancelQueries({ queryKey: sectionsQuery(uid).queryKey })
      patchTile(uid, sectionId, { favoriteFlg })
    },
    onError: (_error, favoriteFlg) => {
      patchTile(uid, sectionId, { favoriteFlg: !favoriteFlg })
      toast.error(t.favorite_failed)
    },
  })
  return mutate
}
