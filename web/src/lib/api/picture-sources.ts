import { IMAGE_VARIANTS, imageUrl } from '@hereabouts/contract/uploads';

export const pictureSources = (image: string) => ({
  src: imageUrl(image, 'detail'),
  srcSet: `${imageUrl(image, 'card')} ${IMAGE_VARIANTS.card}w, ${imageUrl(image, 'detail')} ${IMAGE_VARIANTS.detail}w`,
});
