/** Installed beside the benchmark, or not at all. */
declare module 'maplibre-gl';
declare module '*?worker&url' {
  const url: string;
  export default url;
}
declare module '*.css';
declare module '*.png' {
  const url: string;
  export default url;
}
