declare const htm: { bind(h: unknown): unknown };
export default htm;
