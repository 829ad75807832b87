/** Texts of image management. */
export const tileImageTexts = {
  tile_image_saved: 'The tile image has been saved.',
  tile_images_subtitle: 'The image on the tile of each section.',
  tile_images_search: 'Search by name',
  tile_images_section: 'Section',
  tile_images_image: 'Image',
  tile_images_changed: 'Changed',
  tile_images_generated: 'Drawn by the portal',
  tile_images_uploaded: 'Uploaded',
  tile_images_none: 'No sections found',
  tile_images_none_hint: 'Try another name.',
  tile_images_replace: 'Replace image',
  tile_image_title: 'Image of {name}',
  tile_image_confirm: 'Save image',
  tile_image_choose_first: 'Choose an image first.',
  tile_image_body: 'Everyone who has this tile sees the new image the next time they open the home page.',
} as const
