// Made by Web/embed from the files in Web. Do not edit.
// swift-format-ignore-file

/// The interface of a report: a page in three parts, between which the title and the facts stand.
enum Interface {
  /// What precedes the title.
  static let beforeTitle = ###"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-BHnWCfZ47olU3l6cXZD0fwEForTH9ciWqzjKqGnx3eY='; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>
    """###
  /// What stands between the title and the facts.
  static let beforeFacts = ###"""
    </title>
    <style>
    :root{
    color-scheme: light dark;
    --bg: light-dark(#ffffff,#10141a);
    --panel: light-dark(#f4f6f9,#181e26);
    --line: light-dark(#d5dbe3,#2e3743);
    --text: light-dark(#17202b,#e6ebf1);
    --muted: light-dark(#536071,#9dabbb);
    --grid: light-dark(#e3e7ed,#27303b);
    --accent: light-dark(#0b57d0,#8ab4ff);
    --on-accent: light-dark(#ffffff,#0b1626);
    --mark: light-dark(#ffd75e,#7a5c00);
    --error: light-dark(#b3161b,#ff8a84);
    --warning: light-dark(#8a5300,#f2b84b);
    --note: light-dark(#0a5f8a,#74c4f0);
    --good: light-dark(#156b3a,#6fd39b);
    --idr: light-dark(#a3122c,#ff7d8b);
    --cra: light-dark(#8a6100,#f7e463);
    --i: light-dark(#c2410c,#ffa05c);
    --p: light-dark(#1c62c9,#6ea8ff);
    --b: light-dark(#0b7a68,#41cfb4);
    --n: light-dark(#5b7a10,#b3cc5c);
    --audio: light-dark(#8438c9,#c79bff);
    --key: var(--idr);
    --other: light-dark(#6b7685,#94a1b1);
    --hole: light-dark(#c2187a,#ff7ac0);
    --c1: var(--p);
    --c2: light-dark(#b3500b,#ffa05c);
    --c3: var(--b);
    --c4: var(--idr);
    --c5: light-dark(#5c7a10,#b3cc5c);
    --c6: light-dark(#7a4b2a,#d8a787);
    --mono: ui-monospace,"SF Mono","DejaVu Sans Mono",Menlo,Consolas,monospace;
    }
    *{box-sizing: border-box;}
    [hidden]{display: none !important;}
    body{margin: 0;background: var(--bg);color: var(--text);font: 14px/1.45 system-ui,"Segoe UI","DejaVu Sans",sans-serif;padding-bottom: 58px;overflow-wrap: anywhere;}
    h1,h2,h3,h4,p,figure,dl,ol{margin: 0;}
    h1{font-size: 15px;letter-spacing: .01em;}
    h2{font-size: 14px;margin-bottom: 8px;}
    h3{font-size: 13px;font-weight: 600;}
    h4{font-size: 13px;margin: 2px 0;}
    code,.value,.offset,.cells,.letters,.bits{font-family: var(--mono);font-size: 12.5px;}
    .muted{color: var(--muted);}
    .spacer{flex: 1;}
    .offscreen{position: fixed;left: -999px;top: 0;}
    button,select,input{font: inherit;color: var(--text);background: var(--bg);border: 1px solid var(--line);border-radius: 6px;padding: 3px 10px;}
    button{cursor: pointer;white-space: nowrap;}
    select{max-width: 340px;}
    button:hover{border-color: var(--accent);}
    button[aria-pressed=true]{background: var(--accent);color: var(--on-accent);border-color: var(--accent);}
    button.small{padding: 0 7px;font-size: 12px;}
    .links{display: flex;flex-wrap: wrap;gap: .2rem .7rem;}
    button.link{border: 0;padding: 0;background: none;color: var(--accent);text-decoration: underline;}
    :focus-visible{outline: 2px solid var(--accent);outline-offset: 1px;}
    header{display: flex;flex-wrap: wrap;gap: 4px 12px;align-items: center;padding: 8px 16px 4px;}
    header h1{color: var(--accent);flex: none;}
    .file{font-weight: 600;min-width: min(180px,100%);max-height: 44px;overflow: hidden;unicode-bidi: isolate;}
    .file .muted{font-weight: 400;}
    nav{display: flex;flex-wrap: wrap;gap: 2px;padding: 0 12px;border-bottom: 1px solid var(--line);position: sticky;top: 0;background: var(--bg);z-index: 5;}
    nav button{border: 0;border-bottom: 3px solid transparent;border-radius: 0;padding: 7px 12px;color: var(--muted);background: none;}
    nav button[aria-selected=true]{color: var(--text);border-bottom-color: var(--accent);font-weight: 600;}
    main{padding: 14px 16px;max-width: 1900px;margin: 0 auto;}
    .columns{display: grid;grid-template-columns: repeat(auto-fit,minmax(min(380px,100%),1fr));gap: 14px;align-items: start;}
    .view:focus,.layers:focus{outline: none;}
    .overview > * + *,.view > * + *{margin-top: 14px;}
    .card,.chart{border: 1px solid var(--line);border-radius: 10px;background: var(--bg);padding: 12px 14px;min-width: 0;}
    .card p + p{margin-top: 4px;}
    dl{display: grid;grid-template-columns: max-content minmax(0,1fr);gap: 3px 14px;}
    dt{color: var(--muted);max-width: 40ch;}
    dd{margin: 0;unicode-bidi: isolate;}
    .verdict{display: flex;gap: 10px;align-items: center;font-size: 16px;}
    .sign{display: inline-grid;place-items: center;width: 26px;height: 26px;border-radius: 50%;background: var(--c);color: var(--bg);font-weight: 700;font-size: 15px;}
    .sev-error,.sev-unreadable{--c: var(--error);}
    .sev-warning{--c: var(--warning);}
    .sev-note{--c: var(--note);}
    .sev-clean{--c: var(--good);}
    .verdict strong{color: var(--c);}
    .findings{list-style: none;padding: 0;margin-top: 10px;max-height: 420px;overflow: auto;}
    .findings li{border-top: 1px solid var(--line);padding: 8px 0;}
    .finding-title{font-weight: 600;}
    .badge{color: var(--c);border: 1px solid var(--c);border-radius: 10px;padding: 0 8px;margin-right: 8px;font-size: 12px;}
    .findings button{margin-right: 6px;}
    .command code{background: var(--panel);padding: 1px 6px;border-radius: 4px;margin-right: 6px;}
    table{border-collapse: collapse;width: 100%;}
    th,td{text-align: left;padding: 4px 12px 4px 0;border-bottom: 1px solid var(--line);vertical-align: top;unicode-bidi: isolate;}
    th{color: var(--muted);font-weight: 600;font-size: 12px;}
    td .small{margin-left: 2px;}
    .scroll-x{overflow-x: auto;}
    .tracks :is(td,th){overflow-wrap: break-word;max-width: 34ch;}
    .differences th:nth-child(-n + 5),.sides th[scope=row],.differences td:not(.value){overflow-wrap: normal;}
    .differences td.value{min-width: 12em;}
    .scroll-y{max-height: 220px;overflow: auto;}
    .toolbar{display: flex;flex-wrap: wrap;gap: 8px 14px;align-items: center;}
    .group{display: inline-flex;}
    .group button{border-radius: 0;margin-left: -1px;}
    .group button:first-child{border-radius: 6px 0 0 6px;}
    .group button:last-child{border-radius: 0 6px 6px 0;}
    .chart{padding: 8px 10px 6px;}
    figcaption{display: flex;flex-wrap: wrap;gap: 2px 12px;align-items: center;margin-bottom: 2px;}
    figcaption button{margin-left: -6px;}
    .legend{display: flex;flex-wrap: wrap;gap: 2px 12px;}
    .key,.note{color: var(--muted);font-size: 12px;}
    .key i{display: inline-block;width: 10px;height: 10px;border-radius: 2px;background: var(--k);margin-right: 5px;}
    .stage{position: relative;}
    .stage canvas{position: absolute;inset: 0;width: 100%;height: 100%;touch-action: none;}
    .stage .overlay{pointer-events: none;}
    .tip{position: absolute;top: 12px;pointer-events: none;background: var(--panel);color: var(--text);border: 1px solid var(--line);border-radius: 8px;padding: 5px 10px;font-size: 12px;max-width: 420px;box-shadow: 0 4px 16px #0003;z-index: 3;}
    .list{border: 1px solid var(--line);border-radius: 8px;overflow: hidden;}
    .scroller{position: relative;overflow: auto;outline-offset: -2px;}
    .spacer-rows{width: 1px;}
    .rows{position: absolute;top: 0;left: 0;right: 0;}
    .row{display: flex;gap: 10px;white-space: pre;height: 24px;align-items: center;cursor: default;overflow: hidden;}
    .row.selected{background: var(--mark);color: var(--text);}
    .row.selected .muted,.row.selected .title,.row.selected .twist{color: var(--text);}
    .list-samples .row{display: grid;grid-template-columns: repeat(11,minmax(64px,1fr));padding: 0 10px;font-variant-numeric: tabular-nums;text-align: right;}
    .list-samples .head{background: var(--panel);color: var(--muted);font-size: 12px;font-weight: 600;}
    .list-samples :is(.head,.scroller){scrollbar-gutter: stable;}
    .list-samples .row:nth-child(even):not(.selected){background: var(--panel);}
    .type{font-weight: 600;}
    .row.selected .type{color: var(--text) !important;}
    .tree-view{display: grid;grid-template-columns: minmax(0,1.15fr) minmax(0,1fr);gap: 14px;}
    .tree-view h3{margin-bottom: 4px;}
    .wide{grid-column: 1 / -1;}
    .list-tree .scroller,.details{height: max(260px,calc(100vh - 480px));}
    .list-hex .scroller{height: 232px;}
    .details{border: 1px solid var(--line);border-radius: 8px;padding: 8px 12px;overflow: auto;}
    .list-tree .name{font-family: var(--mono);font-size: 12.5px;font-weight: 600;}
    .list-tree .title{color: var(--muted);overflow: hidden;text-overflow: ellipsis;}
    .list-tree .row .muted{margin-left: auto;padding-right: 10px;font-size: 12px;}
    .twist{width: 18px;text-align: center;cursor: pointer;color: var(--muted);flex: none;margin-right: -8px;}
    .fields{margin: 8px 0;}
    .fields button{display: grid;grid-template-columns: minmax(0,1fr) minmax(0,1fr);gap: 12px;width: 100%;text-align: left;border: 0;border-radius: 4px;padding: 1px 6px;background: none;white-space: normal;}
    .fields button:hover{background: var(--panel);}
    .fields button[aria-current=true]{background: var(--mark);}
    .chosen{background: var(--panel);border-left: 3px solid var(--accent);border-radius: 4px;padding: 6px 10px;margin: 6px 0;}
    .bits{letter-spacing: .08em;margin-top: 4px;color: var(--muted);}
    .bits b{background: var(--mark);color: var(--text);}
    .list-hex .row{height: 22px;padding-left: 12px;gap: 20px;}
    .offset,.hole{color: var(--muted);}
    .hole{font-size: 12px;}
    .hole.on{background: var(--mark);color: var(--text);padding: 0 6px;}
    .byte{display: inline-block;padding: 0 .33em;}
    .byte:nth-child(8){margin-right: .8em;}
    .byte[data-offset],.letter[data-offset]{cursor: pointer;}
    .byte.on,.letter.on{background: var(--mark);}
    .byte.part,.letter.part{background: linear-gradient(var(--bg) 45%,var(--mark) 45%);}
    .status{position: fixed;left: 0;right: 0;bottom: 0;display: flex;flex-wrap: wrap;gap: 0 16px;align-items: center;padding: 6px 16px;min-height: 40px;max-height: 120px;overflow: auto;background: var(--panel);border-top: 1px solid var(--line);font-size: 12.5px;z-index: 6;}
    .status b{color: var(--muted);font-weight: 600;}
    .actions{margin-left: auto;display: inline-flex;gap: 6px;}
    .change-added .value:last-child,.change-changed .value{color: var(--warning);}
    .sides .change-changed td{color: var(--warning);}
    .empty{padding: 30px;text-align: center;color: var(--muted);}
    dialog{background: var(--bg);color: var(--text);border: 1px solid var(--line);border-radius: 12px;padding: 20px 26px;max-width: 520px;}
    dialog::backdrop{background: #0008;}
    dialog p{margin: 12px 0;}
    @media (prefers-reduced-motion: no-preference){button{transition: border-color .12s;}}
    .printing body,.printing main{padding: 0;max-width: none;}
    .printing main{width: 980px;}
    .printing :is(nav,.status,.no-print,.toolbar,.list,figcaption button,header button,header select,.card button:not(.link),.overlay,.tip){display: none;}
    .printing .findings,.printing .scroll-y{max-height: none;overflow: visible;}
    .printing :is(.card,.chart){break-inside: avoid;}
    .printing .columns{align-items: stretch;}
    .printing .view{break-before: page;}
    .printing .view:has(> .empty){display: none;}
    .printing #view-overview{break-before: auto;}
    @page{margin: 12mm;}</style>
    </head>
    <body>
    <noscript>This report needs JavaScript. It loads nothing from a network.</noscript>
    <script type="application/json" id="facts">
    """###
  /// What follows the facts.
  static let afterFacts = ###"""
    </script>
    <script type="module">
    function decodeBase64(text){
    const binary=atob(text);
    const bytes=new Uint8Array(binary.length);
    for(let i=0;i<binary.length;i++)bytes[i]=binary.charCodeAt(i);
    return bytes;
    }
    const DIGITS=new Uint8Array(128).fill(64);
    for(let i=0;i<64;i++)DIGITS["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".charCodeAt(i)]=i;
    function decodeColumn(text,count=Infinity){
    const values=[];
    let[held,bits,value,scale,isOpen]=[0,0,0,1,false];
    const end=()=>{values.push(value%2?-(value + 1)/ 2:value / 2);[value,scale,isOpen]=[0,1,false];};
    for(let i=0;i<(text?.length??0)&&values.length<count;i++){
    const digit=DIGITS[text.charCodeAt(i)];
    if(!(digit<64))break;
    held=held<<6|digit;
    bits +=6;
    if(bits<8)continue;
    bits -=8;
    const byte=held>>bits;
    held&=(1<<bits)- 1;
    value +=(byte&127)*scale;
    scale*=128;
    isOpen=byte>127;
    if(!isOpen)end();
    }
    if(isOpen&&values.length<count)end();
    return values;
    }
    class NodeIndex{
    constructor(nodes){
    this.nodes=nodes;
    const count=nodes.length;
    this.start=new Uint32Array(count + 2);
    for(const node of nodes)this.start[this.parentSlot(node)+ 1]++;
    for(let i=0;i<=count;i++)this.start[i + 1]+=this.start[i];
    this.list=new Uint32Array(count);
    const next=this.start.slice();
    for(let i=0;i<count;i++)this.list[next[this.parentSlot(nodes[i])]++]=i;
    for(let i=0;i<=count;i++){
    const part=this.list.subarray(this.start[i],this.start[i + 1]);
    for(let k=1;k<part.length;k++)if(nodes[part[k]][1]<nodes[part[k - 1]][1]){part.sort((a,b)=>nodes[a][1]- nodes[b][1]||a - b);break;}
    }
    }
    parentSlot(node){
    return node[0]>=0&&node[0]<this.nodes.length?node[0]+ 1:0;
    }
    children(node){
    return this.list.subarray(this.start[node + 1],this.start[node + 2]);
    }
    at(offset){
    let found=-1;
    for(let depth=0;depth<64;depth++){
    const among=this.children(found);
    let low=0,high=among.length;
    while(low<high){
    const middle=(low + high)>>1;
    if(this.nodes[among[middle]][1]<=offset)low=middle + 1;else high=middle;
    }
    let inner=-1;
    for(let k=low - 1;k>=0&&k>low - 8;k--){
    const node=this.nodes[among[k]];
    if(offset<node[1]+ node[2]){inner=among[k];break;}
    }
    if(inner<0)return found;
    found=inner;
    }
    return found;
    }
    path(node){
    const path=[];
    while(node>=0&&path.length<64){path.unshift(node);node=this.nodes[node][0];}
    return path;
    }
    }
    class ReportSource{
    constructor(facts,file=0){
    this.facts=facts;
    this.file=facts.files[file];
    this.nodes=this.file.tree?.nodes??[];
    this.index=new NodeIndex(this.nodes);
    this.parts=(this.file.bytes??[]).map(part=>({offset:part.offset,bytes:decodeBase64(part.data)})).sort((a,b)=>a.offset - b.offset);
    }
    ranges(){
    const ranges=[];
    for(const part of this.parts){
    const last=ranges.at(-1),end=part.offset + part.bytes.length;
    if(last&&part.offset<=last[1])last[1]=Math.max(last[1],end);else ranges.push([part.offset,end]);
    }
    return ranges;
    }
    async bytes(offset,length){
    const result=new Uint8Array(length);
    let at=offset;
    for(const part of this.parts){
    const end=part.offset + part.bytes.length;
    if(part.offset>at)break;
    if(end<=at)continue;
    const taken=Math.min(end,offset + length);
    result.set(part.bytes.subarray(at - part.offset,taken - part.offset),at - offset);
    at=taken;
    if(at===offset + length)return result;
    }
    return null;
    }
    node(i){
    const[parent,offset,size,name,title,fields,own]=this.nodes[i],pages=this.file.tree.pages??[];
    return{parent,offset,size,name,title,sentence:pages[own]?.[0]??"",clause:pages[own]?.[1]??"",fields:(fields??[]).map(([element,value,bit,bits,page,depth])=>
    ({name:element,value,bit,bits,sentence:pages[page]?.[0]??"",clause:pages[page]?.[1]??"",depth:depth??0}))};
    }
    async explain(offset,bit=null){
    const path=this.index.path(this.index.at(offset));
    if(!path.length)return{path,field:-1};
    return{path,field:this.fieldAt(path.at(-1),offset*8 +(bit??0),bit===null?8:1)};
    }
    fieldAt(node,first,count){
    let found=-1,best=Infinity;
    (this.nodes[node][5]??[]).forEach((field,i)=>{
    if(field[2]<first + count&&field[2]+ field[3]>first&&field[3]<best){found=i;best=field[3];}
    });
    return found;
    }
    }
    function visibleText(value,max=600){
    const text=String(value);
    const cut=text.length>max?text.slice(0,max).toWellFormed?.()??text.slice(0,max):text;
    const shown=cut
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu,c=>"‹U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4,"0")+ "›")
    .replace(/(\p{M}{3})\p{M}+/gu,"$1…");
    return text.length>max?shown + `… (${formatCount(text.length)} characters)`:shown;
    }
    function el(tag,attributes={},...children){
    const made=document.createElement(tag);
    for(const[name,value]of Object.entries(attributes)){
    if(value===undefined||value===null||value===false)continue;
    if(name.startsWith("on"))made.addEventListener(name.slice(2),value);
    else if(name==="class")made.className=value;
    else made.setAttribute(name,value===true?"":visibleText(value));
    }
    append(made,children);
    return made;
    }
    function append(parent,children){
    for(const child of children.flat(9)){
    if(child===null||child===undefined||child===false)continue;
    parent.append(child instanceof Node?child:document.createTextNode(visibleText(child)));
    }
    }
    function fill(parent,...children){
    parent.replaceChildren();
    append(parent,children);
    return parent;
    }
    const countFormat=new Intl.NumberFormat("en-US",{maximumFractionDigits:3});
    function formatCount(n){
    return countFormat.format(n);
    }
    function plural(n,noun){
    return `${formatCount(n)} ${noun}${n===1?"":"s"}`;
    }
    function scaled(n,step,units,digits){
    if(digits>6)return `${formatCount(Math.round(n))} ${units[0]}`.replace("-","−");
    let unit=0;
    let value=n;
    while(Math.abs(value)>=step*0.9995&&unit<units.length - 1){value /=step;unit++;}
    return `${unit===0&&Number.isInteger(n)?formatCount(n):Number(value.toPrecision(digits))} ${units[unit]}`.replace("-","−");
    }
    function formatBytes(n,digits=3){
    return scaled(n,1024,["B","KiB","MiB","GiB","TiB"],digits);
    }
    function formatBits(n,digits=3){
    return scaled(n,1000,["bit","kbit","Mbit","Gbit"],digits);
    }
    function formatRate(n,digits=3){
    return scaled(n,1000,["bit/s","kbit/s","Mbit/s","Gbit/s"],digits);
    }
    function formatTime(seconds,digits=3){
    if(!Number.isFinite(seconds))return "unknown";
    const sign=seconds<0?"−":"";
    const rounded=Number(Math.abs(seconds).toFixed(digits));
    if(rounded<60)return `${sign}${Number(rounded.toFixed(digits))} s`;
    const whole=Math.floor(rounded);
    const parts=[Math.floor(whole / 3600),Math.floor(whole / 60)%60,whole%60];
    if(parts[0]===0)parts.shift();
    const fraction=digits>0?(rounded - whole).toFixed(digits).slice(1).replace(/\.?0+$/,""):"";
    return sign + parts.map((p,i)=>(i?String(p).padStart(2,"0"):String(p))).join(":")+ fraction;
    }
    function formatMilliseconds(seconds){
    const value=Number((seconds*1000).toFixed(3))||0;
    return `${formatCount(value).replace("-","−")} ms`;
    }
    function formatOffset(n){
    return "0x" + Math.max(0,Math.floor(n)).toString(16).toUpperCase();
    }
    function copyButton(text,label="Copy"){
    const button=el("button",{class:"small",onclick:async event=>{
    event.stopPropagation();
    const value=typeof text==="function"?await text():text;
    if(value)try{
    await navigator.clipboard.writeText(value);
    }catch{
    const area=el("textarea",{class:"offscreen"});
    area.value=value;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    }
    button.textContent=value?"Copied":"Nothing to copy";
    setTimeout(()=>{button.textContent=label;},1200);
    }},label);
    return button;
    }
    function download(name,type,text){
    const address=URL.createObjectURL(new Blob([text],{type}));
    const link=el("a");
    link.href=address;
    link.download=name.replace(/[^\w.-]+/g,"_");
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(()=>URL.revokeObjectURL(address),10000);
    }
    function csvText(header,rows){
    const cell=value=>{
    if(value===null||value===undefined)return "";
    if(typeof value==="number")return String(Number(value.toFixed(6)));
    const text=/^[=+\-@\t\r]/.test(value)?"'" + value:String(value);
    return /[",\r\n]/.test(text)?`"${text.replaceAll('"','""')}"`:text;
    };
    const lines=[header.map(cell).join(",")];
    for(const row of rows)lines.push(row.map(cell).join(","));
    return lines.join("\r\n")+ "\r\n";
    }
    const PYRAMID_STEP=8;
    class MinMaxPyramid{
    constructor(count,valueAt){
    this.valueAt=valueAt;
    this.levels=[null];
    let[lowAt,highAt]=[valueAt,valueAt];
    for(let length=count;length>PYRAMID_STEP;length=Math.ceil(length / PYRAMID_STEP)){
    const above=Math.ceil(length / PYRAMID_STEP),low=new Float64Array(above).fill(Infinity),high=new Float64Array(above).fill(-Infinity);
    for(let i=0;i<length;i++){
    const k=Math.floor(i / PYRAMID_STEP),least=lowAt(i),greatest=highAt(i);
    if(least<low[k])low[k]=least;
    if(greatest>high[k])high[k]=greatest;
    }
    this.levels.push([low,high]);
    [lowAt,highAt]=[i=>low[i],i=>high[i]];
    }
    }
    range(from,to){
    let low=Infinity,high=-Infinity;
    eachBlock(from,to,this.levels,(level,k)=>{
    const least=level?level[0][k]:this.valueAt(k),greatest=level?level[1][k]:least;
    if(least<low)low=least;
    if(greatest>high)high=greatest;
    });
    return low<=high?[low,high]:null;
    }
    }
    class ClassPyramid{
    constructor(values,classOf,classes){
    this.values=values;
    this.classOf=classOf;
    this.classes=classes;
    this.levels=[values];
    let count=Math.ceil(values.length / PYRAMID_STEP);
    let made=new values.constructor(count*classes);
    for(let i=0;i<values.length;i++){
    const k=Math.floor(i / PYRAMID_STEP)*classes + classOf[i];
    if(values[i]>made[k])made[k]=values[i];
    }
    this.levels.push(made);
    while(count>PYRAMID_STEP){
    const below=made,length=count;
    count=Math.ceil(count / PYRAMID_STEP);
    made=new values.constructor(count*classes);
    for(let i=0;i<length;i++)for(let c=0;c<classes;c++){
    const k=Math.floor(i / PYRAMID_STEP)*classes + c;
    if(below[i*classes + c]>made[k])made[k]=below[i*classes + c];
    }
    this.levels.push(made);
    }
    }
    range(from,to,out){
    out.fill(0);
    eachBlock(from,to,this.levels,(level,k,depth)=>{
    if(depth===0){out[this.classOf[k]]=Math.max(out[this.classOf[k]],level[k]);return;}
    for(let c=0;c<this.classes;c++)if(level[k*this.classes + c]>out[c])out[c]=level[k*this.classes + c];
    });
    return out;
    }
    }
    function eachBlock(from,to,levels,visit){
    let at=from;
    while(at<to){
    let depth=0,size=1;
    while(depth + 1<levels.length&&at%(size*PYRAMID_STEP)===0&&at + size*PYRAMID_STEP<=to){depth++;size*=PYRAMID_STEP;}
    visit(levels[depth],at / size,depth);
    at +=size;
    }
    }
    const sampleClasses=[
    {key:"idr",label:"IDR"},{key:"cra",label:"I, random access (CRA, recovery point)"},{key:"i",label:"I"},{key:"p",label:"P"},{key:"b",label:"B, reference"},
    {key:"n",label:"B or P, not reference"},{key:"audio",label:"audio"},{key:"key",label:"key"},{key:"other",label:"other"},
    ];
    const FLAG={key:1,reference:2,randomAccess:16,idr:32,leading:64,hasQP:128};
    const TYPE_NAMES=["","I","P","B"];
    class IntegerColumn{
    constructor(kind,count){this.values=new kind(count);}
    set(at,value){
    this.values[at]=value;
    if(this.values[at]!==value&&!(this.values instanceof Float64Array)){
    this.values=Float64Array.from(this.values);
    this.values[at]=value;
    }
    }
    }
    class TrackModel{
    constructor(facts,position,chunks,total={},format=null){
    Object.assign(this,{facts,position,format,index:facts.index??position,type:facts.kind??"other"});
    this.codec=facts.codec_string??facts.codec??"";
    this.isTimed=facts.timescale>0;
    this.timescale=this.isTimed?facts.timescale:1;
    this.edits=(facts.edits??[]).map(edit=>({
    duration:edit.segment_duration /(facts.movie_timescale||1),isEmpty:edit.media_time<0,start:edit.media_time / this.timescale,rate:edit.rate}));
    this.edits.reduce((begin,edit)=>{edit.begin=begin;return begin + edit.duration;},0);
    this.shown=this.edits.filter(edit=>!edit.isEmpty);
    this.shift=this.shown.length?this.shown[0].begin - this.shown[0].start:0;
    const count=this.count=chunks.reduce((sum,chunk)=>sum + chunk.count,0);
    for(const name of["dts","pts","offset"])this[name]=new Float64Array(count);
    this.left=new Uint8Array(count);
    this.flags=new Uint8Array(count);
    this.qp=new Float32Array(count).fill(NaN);
    this.classOf=new Uint8Array(count);
    this.hasQP=false;
    this.fillChunks(chunks);
    this.total=this.size.reduce((sum,size)=>sum + size,0);
    this.statesDuration=this.isTimed&&total.last_duration!==undefined&&!total.omitted;
    this.lastDuration=this.statesDuration?total.last_duration / this.timescale:0;
    this.keys=Uint32Array.from(this.samplesThat(i=>this.isKey(i)));
    this.starts=Uint32Array.from(this.samplesThat(i=>this.beginsGroup(i)));
    this.arrange();
    }
    fillChunks(chunks){
    let at=0,dts=0,cts=0,end=0,qp=0;
    const sizeColumn=new IntegerColumn(Uint32Array,this.count),delays=new IntegerColumn(Int32Array,this.count);
    for(const chunk of chunks){
    const[dtsColumn,ctsColumn,sizes,offsets,flags,qps]=
    ["dts","cts","size","offset","flags","qp"].map(name=>decodeColumn(chunk[name],chunk.count));
    for(let i=0;i<chunk.count;i++,at++){
    dts +=dtsColumn[i]??0;
    cts +=ctsColumn[i]??0;
    end +=offsets[i]??0;
    this.dts[at]=dts / this.timescale + this.shift;
    delays.set(at,cts);
    this.pts[at]=this.present((dts + cts)/ this.timescale,at);
    this.offset[at]=end;
    const size=Math.max(0,sizes[i]??0);
    sizeColumn.set(at,size);
    end +=size;
    this.flags[at]=flags[i]??0;
    qp +=qps[i]??0;
    if(this.flags[at]&FLAG.hasQP){this.qp[at]=qp;this.hasQP=true;}
    this.classOf[at]=this.classify(this.flags[at]);
    }
    }
    this.size=sizeColumn.values;
    this.delays=delays.values;
    }
    delay(sample){return this.delays[sample]/ this.timescale;}
    present(time,at){
    for(const{start,duration,begin}of this.shown){
    if(time>=start - 1e-9&&(!duration||time<start + duration - 1e-9))return time - start + begin;
    }
    if(this.shown.length)this.left[at]=1;
    return time + this.shift;
    }
    classify(flags){
    if(this.type==="audio")return 6;
    if(this.type!=="video")return 8;
    const type=(flags>>2)&3;
    if(flags&FLAG.idr)return 0;
    if(type===1)return flags&FLAG.randomAccess?1:2;
    if(type===0)return flags&FLAG.key?7:8;
    if(!(flags&FLAG.reference))return 5;
    return type===2?3:4;
    }
    *samplesThat(isWanted){
    for(let i=0;i<this.count;i++)if(isWanted(i))yield i;
    }
    arrange(){
    const{count,pts}=this;
    const order=new Uint32Array(count);
    let work=0;
    for(let i=0;i<count;i++){
    let k=i;
    while(k>0&&pts[order[k - 1]]>pts[i]&&work<64*count){order[k]=order[k - 1];k--;work++;}
    order[k]=i;
    }
    if(work>=64*count)order.sort((a,b)=>pts[a]- pts[b]||a - b);
    this.order=order;
    const isSame=order.every((sample,k)=>sample===k);
    this.rank=isSame?order:new Uint32Array(count);
    if(!isSame)for(let k=0;k<count;k++)this.rank[order[k]]=k;
    this.times={decode:ascending(this.dts),display:ascending(isSame?pts:Float64Array.from(order,sample=>pts[sample]))};
    const usual=usualInterval(this.times.display,1 / this.timescale);
    this.hasInterval=usual>0||this.lastDuration>0;
    this.interval=usual||this.lastDuration||1 / this.timescale;
    this.start=count?this.times.display[0]:0;
    const step=sample=>(sample + 1<count?this.dts[sample + 1]- this.dts[sample]:this.lastDuration);
    this.tail={decode:this.lastDuration||this.interval,display:count&&step(order[count - 1])>0?step(order[count - 1]):this.interval};
    this.end=count?this.times.display[count - 1]+ this.tail.display:0;
    const{shown}=this,first=this.edits.indexOf(shown[0]),sum=list=>list.reduce((total,edit)=>total + edit.duration,0);
    this.presentedStart=shown.length?Math.max(this.start,sum(this.edits.slice(0,first))):this.start;
    this.presentedEnd=sum(shown)>0?Math.min(shown.length>1?Infinity:this.end,sum(this.edits)):this.end;
    }
    get duration(){
    if(this.extent===undefined){
    const{dts,count,statesDuration,lastDuration}=this;
    let first=Infinity,last=-Infinity;
    for(let i=0;i<count;i++){first=Math.min(first,dts[i]);last=Math.max(last,dts[i]);}
    if(this.format==="flv"&&!(lastDuration>0))last +=count>1?Math.max(0,dts[count - 1]- dts[count - 2]):0;
    else last=Math.max(last,dts[count - 1]+(statesDuration?lastDuration:this.interval));
    this.extent=count?last - first:0;
    }
    return this.extent;
    }
    get meanRate(){return this.isTimed&&this.duration>0?this.total*8 / this.duration:NaN;}
    sampleAt(order,place){return order==="display"?this.order[place]:place;}
    placeOf(order,sample){return order==="display"?this.rank[sample]:sample;}
    timeAt(order,place){
    const times=this.times[order],count=this.count;
    if(!count)return 0;
    if(place<=0)return times[0]+ place*this.interval;
    const i=Math.floor(place);
    if(i>=count - 1)return times[count - 1]+(place - count + 1)*this.tail[order];
    return times[i]+(times[i + 1]- times[i])*(place - i);
    }
    placeAt(order,time){
    const times=this.times[order],count=this.count;
    if(!count)return 0;
    if(time<=times[0])return(time - times[0])/ this.interval;
    if(time>=times[count - 1])return count - 1 +(time - times[count - 1])/ this.tail[order];
    const i=upperBound(times,time)- 1;
    return i +(time - times[i])/(times[i + 1]- times[i]);
    }
    keyOf(sample){return upperBound(this.keys,sample)- 1;}
    beginsGroup(sample){
    const flags=this.flags[sample];
    return(flags&(FLAG.idr|FLAG.randomAccess))!==0||this.isKey(sample)&&((flags>>2)&3)===0;
    }
    get firstGroup(){return this.starts[0]>0?1:0;}
    groupOf(sample){return this.type==="video"&&this.starts.length?upperBound(this.starts,sample)- 1 + this.firstGroup:-1;}
    groupRange(group){
    const k=group - this.firstGroup;
    return[this.starts[k]??0,this.starts[k + 1]??this.count];
    }
    get groupCount(){return this.starts.length?this.starts.length + this.firstGroup:0;}
    isOpen(start){
    this.openStarts??=new Set(this.starts.filter((first,k)=>{
    const end=this.starts[k + 1]??this.count,isIDR=(this.flags[first]&FLAG.idr)!==0;
    for(let i=first + 1;i<end;i++)if(this.rank[i]<this.rank[first]&&!(isIDR&&this.isLeading(i)))return true;
    return false;
    }));
    return this.openStarts.has(start);
    }
    isKey(sample){return(this.flags[sample]&FLAG.key)!==0;}
    isLeading(sample){return(this.flags[sample]&FLAG.leading)!==0;}
    isReference(sample){
    const flags=this.flags[sample];
    return flags&FLAG.reference?true:flags&(3<<2|FLAG.idr)?false:null;
    }
    isClosedKey(key){return(this.flags[key]&FLAG.idr)!==0||((this.flags[key]>>2)&3)===0;}
    get classes(){return this.classesUsed??=sampleClasses.filter((_,c)=>this.classOf.includes(c));}
    typeName(sample){
    const flags=this.flags[sample],type=TYPE_NAMES[(flags>>2)&3];
    if(this.type!=="video")return this.type==="audio"?"frame":"sample";
    if(flags&FLAG.idr)return "IDR";
    return(type||"picture")+(flags&FLAG.key?" key":"");
    }
    get byPlace(){
    if(!this.placed){
    let sorted=true;
    for(let i=1;i<this.count&&sorted;i++)sorted=this.offset[i]>=this.offset[i - 1];
    this.placed=Uint32Array.from({length:this.count},(_,i)=>i);
    if(!sorted)this.placed.sort((a,b)=>this.offset[a]- this.offset[b]||a - b);
    this.placedOffsets=sorted?this.offset:Float64Array.from(this.placed,sample=>this.offset[sample]);
    }
    return this.placed;
    }
    sampleWith(offset){
    const placed=this.byPlace;
    const k=upperBound(this.placedOffsets,offset)- 1;
    if(k<0)return -1;
    const sample=placed[k];
    return offset<this.offset[sample]+ this.size[sample]?sample:-1;
    }
    pyramid(name,count,valueAt){
    this.pyramids??=new Map();
    if(!this.pyramids.has(name))this.pyramids.set(name,new MinMaxPyramid(count,valueAt));
    return this.pyramids.get(name);
    }
    sizes(order){
    this.sizePyramids??={};
    if(!this.sizePyramids[order]){
    const pick=array=>(order==="decode"?array:array.map((_,k)=>array[this.order[k]]));
    this.sizePyramids[order]=new ClassPyramid(pick(this.size),pick(this.classOf),sampleClasses.length);
    }
    return this.sizePyramids[order];
    }
    bitRate(){
    if(this.rates)return this.rates;
    const first=this.count?this.times.decode[0]:0;
    const length=this.count?this.times.decode[this.count - 1]+ this.tail.decode - first:0;
    const width=Math.max(1,Math.ceil(length / 500000));
    const count=Math.max(1,Math.round(length / width));
    const bins=new Float64Array(count);
    for(let i=0;i<this.count;i++)bins[Math.min(count - 1,Math.max(0,Math.floor((this.times.decode[i]- first)/ width + 1e-9)))]+=this.size[i]*8;
    const seconds=i=>(i===count - 1&&length>0?length - i*width:width);
    for(let i=0;i<count;i++)bins[i]/=seconds(i);
    const span=Math.min(5,count),average=new Float64Array(count);
    for(let i=0,bits=0,time=0;i<count;i++){
    bits +=bins[i]*seconds(i);
    time +=seconds(i);
    if(i>=span){bits -=bins[i - span]*width;time -=width;}
    average[i]=bits / time;
    }
    return this.rates={first,width,bins,average,span:span*width,length};
    }
    }
    function ascending(values){
    if(values.every((value,i)=>!i||values[i - 1]<=value))return values;
    let last=-Infinity;
    return values.map(value=>(last=Math.max(last,value)));
    }
    function upperBound(values,value){
    let low=0,high=values.length;
    while(low<high){
    const middle=(low + high)>>1;
    if(values[middle]<=value)low=middle + 1;else high=middle;
    }
    return low;
    }
    function usualInterval(times,tick){
    const step=Math.max(1,Math.floor(times.length / 2000)),found=[];
    for(let i=1;i<times.length;i +=step)if(times[i]>times[i - 1])found.push(times[i]- times[i - 1]);
    found.sort((a,b)=>a - b);
    if(!found.length)return 0;
    const median=found[found.length>>1],near=Math.min(1.5*tick,median / 5);
    let sum=0,count=0;
    for(let i=1;i<times.length;i++)if(Math.abs(times[i]- times[i - 1]- median)<near){sum +=times[i]- times[i - 1];count++;}
    return count?sum / count:median;
    }
    class BufferModel{
    constructor(facts,chunks){
    this.facts=facts;
    const count=this.count=chunks.reduce((sum,chunk)=>sum + chunk.count,0);
    this.times=new Float64Array(count);
    this.fullness=new Float64Array(count);
    this.removed=count&&chunks.every(chunk=>chunk.removed)?new Float64Array(count):null;
    let at=0,time=0,bits=0;
    for(const chunk of chunks){
    const times=decodeColumn(chunk.times,chunk.count),fullness=decodeColumn(chunk.fullness,chunk.count),removed=this.removed&&decodeColumn(chunk.removed,chunk.count);
    for(let i=0;i<chunk.count;i++,at++){
    this.times[at]=(time +=times[i]??0)/ 90000;
    this.fullness[at]=bits +=fullness[i]??0;
    if(removed)this.removed[at]=removed[i]??0;
    }
    }
    }
    }
    class FileModel{
    constructor(source){
    this.source=source;
    this.facts=source.file;
    this.size=this.facts.size??0;
    const chunks=this.facts.chunks??[];
    this.tracks=(this.facts.tracks??[]).map((track,i)=>new TrackModel(track,i,chunks.filter(chunk=>chunk.track===(track.index??i)),this.facts.totals?.find(total=>total.track===(track.index??i)),this.facts.format));
    this.buffers=(this.facts.buffers??[]).map((buffer,i)=>new BufferModel(buffer,chunks.filter(chunk=>chunk.buffer===i)));
    this.facts.chunks=[];
    this.video=this.tracks.find(track=>track.type==="video"&&track.count)??null;
    this.audio=this.tracks.find(track=>track.type==="audio"&&track.count)??null;
    this.isTimed=this.tracks.some(track=>track.isTimed);
    this.main=this.video??this.audio??this.tracks.find(track=>track.count)??null;
    const live=this.tracks.filter(track=>track.count);
    this.start=Math.min(...live.map(track=>Math.min(track.start,track.times.decode[0])));
    this.end=Math.max(...live.map(track=>Math.max(track.end,track.times.decode[track.count - 1]+ track.tail.decode)));
    if(!live.length){this.start=0;this.end=1;}
    if(!(this.end>this.start))this.end=this.start + 1;
    }
    get findings(){
    const rank={error:0,warning:1,note:2};
    return[...(this.facts.check?.findings??[])].sort((a,b)=>rank[a.severity]- rank[b.severity]);
    }
    }
    class PageModel{
    constructor(sources,facts){
    this.facts=facts;
    this.files=sources.map(source=>new FileModel(source));
    this.listeners=new Map();
    this.selection=null;
    this.openFile(0);
    }
    on(event,listener){
    this.listeners.set(event,[...(this.listeners.get(event)??[]),listener]);
    }
    emit(event){
    for(const listener of this.listeners.get(event)??[])listener();
    }
    openFile(index){
    this.fileIndex=index;
    this.file=this.files[index];
    this.track=this.file.main;
    this.order="decode";
    this.selection=null;
    this.byteWindow=[0,Math.max(1,this.file.size)];
    this.window={from:0,to:Math.max(1,this.track?.count??1),start:this.file.start,end:this.file.end};
    this.emit("file");
    }
    setTrack(track){
    this.track=track;
    this.setTimes(this.window.start,this.window.end);
    this.emit("order");
    }
    setOrder(order){
    this.order=order;
    this.setTimes(this.window.start,this.window.end);
    this.emit("order");
    }
    get count(){return this.track?.count??0;}
    setPlaces(from,to){
    const span=Math.min(Math.max(to - from,4),Math.max(this.count,4));
    const start=Math.max(0,Math.min(from,Math.max(this.count,4)- span));
    const whole=span>=this.count;
    this.window={
    from:start,to:start + span,
    start:whole||!this.track?this.file.start:this.track.timeAt(this.order,start),
    end:whole||!this.track?this.file.end:this.track.timeAt(this.order,start + span),
    };
    if(!(this.window.end>this.window.start))this.window.end=this.window.start + 1e-3;
    this.emit("window");
    }
    setTimes(start,end){
    const{file,track}=this,whole=file.end - file.start;
    const least=Math.min(whole,4*(track?.interval??0.001));
    const span=Math.min(Math.max(end - start,least),whole);
    const first=Math.max(file.start,Math.min(start,file.end - span));
    if(span>=whole*0.99999||!track){this.setPlaces(0,Math.max(this.count,1));return;}
    const clamp=place=>Math.max(0,Math.min(place,this.count));
    let from=clamp(track.placeAt(this.order,first)),to=clamp(track.placeAt(this.order,first + span));
    if(to - from<4){from=Math.max(0,Math.min(from,this.count - 4));to=from + 4;}
    this.window={from,to,start:first,end:first + span};
    this.emit("window");
    }
    zoomPlaces(factor,about=null){
    const{from,to}=this.window;
    const fixed=about??this.selectedPlace(from,to)??(from + to)/ 2;
    this.setPlaces(fixed -(fixed - from)*factor,fixed +(to - fixed)*factor);
    }
    selectedPlace(from,to){
    if(!this.selection||this.selection.track!==this.track||this.selection.sample<0)return null;
    const place=this.track.placeOf(this.order,this.selection.sample)+ 0.5;
    return place>=from&&place<=to?place:null;
    }
    setBytes(from,to){
    const size=Math.max(1,this.file.size),span=Math.min(Math.max(to - from,32),Math.max(size,32));
    const start=Math.max(0,Math.min(from,size - span));
    this.byteWindow=[start,start + span];
    this.emit("bytes");
    }
    selectSample(track,sample,by=""){
    if(!track||!(sample>=0&&sample<track.count))return;
    const offset=track.offset[sample],size=track.size[sample];
    this.choose({track,sample,offset,size,node:this.nodeInside(offset,size),field:-1,by});
    }
    nodeInside(offset,size){
    const{index,nodes}=this.file.source;
    return index.path(index.at(offset)).find(node=>nodes[node][1]>=offset&&nodes[node][1]+ nodes[node][2]<=offset + size)??
    index.path(index.at(offset + 4)).find(node=>nodes[node][1]>=offset&&nodes[node][1]+ nodes[node][2]<=offset + size)??-1;
    }
    selectNode(node,field=-1,by=""){
    const found=this.file.source.node(node);
    const chosen=found.fields[field];
    const offset=chosen?Math.floor(chosen.bit / 8):found.offset;
    const size=chosen?Math.ceil((chosen.bit + chosen.bits)/ 8)- offset:found.size;
    this.choose({...this.sampleAround(found.offset,found.size),offset,size,node,field,by});
    }
    async selectByte(offset,by=""){
    const{path,field}=await this.file.source.explain(offset);
    const node=path.at(-1)??-1;
    const around=this.sampleAround(offset,1);
    if(field>=0){this.selectNode(node,field,by);return;}
    this.choose({...around,offset,size:1,node,field:-1,by});
    }
    sampleAround(offset,size){
    for(const track of this.file.tracks){
    const sample=track.sampleWith(offset);
    if(sample>=0&&offset + size<=track.offset[sample]+ track.size[sample])return{track,sample};
    }
    return{track:null,sample:-1};
    }
    choose(selection){
    this.selection=selection;
    this.emit("select");
    }
    step(by,keysOnly=false){
    const{track}=this;
    if(!track?.count)return;
    const selected=this.selection?.track===track?this.selection.sample:-1;
    let sample;
    if(selected<0){
    sample=track.sampleAt(this.order,Math.min(track.count - 1,Math.ceil(this.window.from)));
    if(keysOnly)sample=track.keys.find(key=>key>=sample)??track.keys.at(-1);
    if(sample===undefined)return;
    }else if(keysOnly){
    const k=track.keyOf(selected);
    sample=by>0?track.keys[k + 1]:track.keys[track.keys[k]===selected?k - 1:k];
    if(sample===undefined)return;
    }else sample=track.sampleAt(this.order,Math.max(0,Math.min(track.count - 1,track.placeOf(this.order,selected)+ by)));
    this.selectSample(track,sample,"key");
    this.reveal();
    }
    reveal(){
    const{selection,track,window}=this;
    if(!selection||selection.sample<0||selection.track!==track)return;
    const place=track.placeOf(this.order,selection.sample),span=window.to - window.from;
    if(place<window.from||place + 1>window.to)this.setPlaces(place + 0.5 - span / 2,place + 0.5 + span / 2);
    }
    }
    const CHART_FONT="system-ui, sans-serif";
    class CanvasPainter{
    constructor(context){
    this.context=context;
    this.drawn=0;
    }
    rects(list,color,alpha=1){
    const{context}=this;
    if(!list.length)return;
    context.globalAlpha=alpha;
    context.fillStyle=color;
    for(let i=0;i<list.length;i +=4)context.fillRect(list[i],list[i + 1],list[i + 2],list[i + 3]);
    context.globalAlpha=1;
    this.drawn +=list.length / 4;
    }
    line(points,color,{width=1.5,dash=[],alpha=1}={}){
    const{context}=this;
    context.beginPath();
    for(let i=0,pen=false;i<points.length;i +=2){
    if(Number.isNaN(points[i + 1])){pen=false;continue;}
    if(pen)context.lineTo(points[i],points[i + 1]);else context.moveTo(points[i],points[i + 1]);
    pen=true;
    }
    context.globalAlpha=alpha;
    context.strokeStyle=color;
    context.lineWidth=width;
    context.lineJoin="round";
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha=1;
    this.drawn +=points.length / 2;
    }
    area(points,color,alpha=1){
    const{context}=this;
    if(points.length<6)return;
    context.beginPath();
    for(let i=0;i<points.length;i +=2)context.lineTo(points[i],points[i + 1]);
    context.globalAlpha=alpha;
    context.fillStyle=color;
    context.fill();
    context.globalAlpha=1;
    this.drawn +=points.length / 2;
    }
    text(x,y,text,color,{align="left",size=11,weight=400}={}){
    const{context}=this;
    context.font=`${weight} ${size}px ${CHART_FONT}`;
    context.fillStyle=color;
    context.textAlign=align;
    context.fillText(text,x,y);
    this.drawn++;
    }
    textWidth(text){
    this.context.font=`400 11px ${CHART_FONT}`;
    return this.context.measureText(text).width;
    }
    clip(x,y,w,h){
    this.context.save();
    this.context.beginPath();
    this.context.rect(x,y,w,h);
    this.context.clip();
    }
    unclip(){this.context.restore();}
    }
    class SVGPainter{
    constructor(width,height,background){
    this.parts=[`<rect width="${width}" height="${height}" fill="${background}"/>`];
    Object.assign(this,{width,height,drawn:0,clips:0});
    }
    static number(n){return String(Math.round(n*100)/ 100);}
    static escape(text){
    const names={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;"};
    return String(text).replace(/[&<>"]/g,c=>names[c]).replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu,"\uFFFD");
    }
    rects(list,color,alpha=1){
    const n=SVGPainter.number;
    let path="";
    for(let i=0;i<list.length;i +=4){
    path +=`M${n(list[i])} ${n(list[i + 1])}h${n(list[i + 2])}v${n(list[i + 3])}h${n(-list[i + 2])}z`;
    }
    if(path)this.parts.push(`<path d="${path}" fill="${color}"${alpha<1?` fill-opacity="${alpha}"`:""}/>`);
    this.drawn +=list.length / 4;
    }
    path(points){
    let path="",pen=false;
    for(let i=0;i<points.length;i +=2){
    if(Number.isNaN(points[i + 1])){pen=false;continue;}
    path +=`${pen?"L":"M"}${SVGPainter.number(points[i])} ${SVGPainter.number(points[i + 1])}`;
    pen=true;
    }
    this.drawn +=points.length / 2;
    return path;
    }
    line(points,color,{width=1.5,dash=[],alpha=1}={}){
    const more=(dash.length?` stroke-dasharray="${dash.join(" ")}"`:"")+(alpha<1?` stroke-opacity="${alpha}"`:"");
    this.parts.push(`<path d="${this.path(points)}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round"${more}/>`);
    }
    area(points,color,alpha=1){
    if(points.length>=6)this.parts.push(`<path d="${this.path(points)}z" fill="${color}" fill-opacity="${alpha}"/>`);
    }
    text(x,y,text,color,{align="left",size=11,weight=400}={}){
    const anchor={left:"start",center:"middle",right:"end"}[align],n=SVGPainter.number;
    this.parts.push(`<text x="${n(x)}" y="${n(y)}" fill="${color}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}">` +
    `${SVGPainter.escape(text)}</text>`);
    this.drawn++;
    }
    textWidth(text){return text.length*6;}
    clip(x,y,w,h){
    const id=`c${++this.clips}`;
    this.parts.push(`<clipPath id="${id}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath><g clip-path="url(#${id})">`);
    }
    unclip(){this.parts.push("</g>");}
    get document(){
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" ` +
    `viewBox="0 0 ${this.width} ${this.height}" font-family="${CHART_FONT}">\n${this.parts.join("\n")}\n</svg>\n`;
    }
    }
    const paletteNames=["bg","panel","text","muted","grid","accent","mark","error","warning","note",
    "idr","cra","i","p","b","n","audio","key","other","hole","c1","c2","c3","c4","c5","c6"];
    function readPalette(){
    const probe=el("span",{class:"offscreen"});
    document.body.append(probe);
    const palette={};
    for(const name of paletteNames){
    probe.style.color=`var(--${name})`;
    palette[name]=getComputedStyle(probe).color;
    }
    probe.remove();
    return palette;
    }
    function niceTicks(low,high,count,steps=null){
    const span=high - low;
    if(!(span>0)||!Number.isFinite(span))return[];
    const raw=span / Math.max(1,count);
    let step=steps?.find(s=>s>=raw);
    if(!step){
    const power=10**Math.floor(Math.log10(raw));
    step=[1,2,5,10].map(m=>m*power).find(s=>s>=raw*0.999)??raw;
    }
    const ticks=[];
    for(let k=Math.ceil(low / step - 1e-9);k*step<=high + step*1e-9&&ticks.length<200;k++)ticks.push(Number((k*step).toPrecision(12)));
    return ticks;
    }
    const byteSteps=Array.from({length:60},(_,i)=>2**i);
    const TIME_STEPS=[1,2,5,10,15,30,60,120,300,600,900,1800,3600,7200,14400,36000];
    class Frame{
    constructor(area,domain,range){
    Object.assign(this,area);
    this.domain=domain;
    this.range=range;
    this.kx=area.w /(domain[1]- domain[0]||1);
    this.ky=area.h /(range[1]- range[0]||1);
    }
    x(value){return this.left +(value - this.domain[0])*this.kx;}
    y(value){return this.top + this.h -(value - this.range[0])*this.ky;}
    fromX(pixel){return this.domain[0]+(pixel - this.left)/ this.kx;}
    get right(){return this.left + this.w;}
    get bottom(){return this.top + this.h;}
    }
    function tickLabels(values,format){
    let labels=[];
    for(let digits=3;digits<13;digits++){
    labels=values.map(value=>format(value,digits));
    if(new Set(labels).size===labels.length)break;
    }
    return labels;
    }
    function tickText(p,frame,x,y,label,color){
    const half=p.textWidth(label)/ 2;
    p.text(Math.max(half,Math.min(x,frame.right + 11 - half)),y,label,color,{align:"center"});
    }
    function drawAxes(p,frame,colors,{formatY,kind="time",ySteps=null}){
    let rows=[];
    for(const space of[28,20,14])if(rows.length<2)rows=niceTicks(frame.range[0],frame.range[1],Math.max(2,frame.h / space),ySteps);
    const labels=tickLabels(rows,formatY);
    for(const[k,value]of rows.entries()){
    const y=Math.round(frame.y(value))+ 0.5;
    p.line([frame.left,y,frame.right,y],colors.grid,{width:1});
    p.text(frame.left - 6,y + 3.5,labels[k],colors.muted,{align:"right"});
    }
    const columns=Math.max(2,frame.w / 90),[low,high]=frame.domain;
    const ticks=niceTicks(low,high,columns,kind==="time"&&high - low>columns?TIME_STEPS:null)
    .filter(value=>kind==="time"||Number.isInteger(value));
    const names=tickLabels(ticks,kind==="time"?formatTime:formatCount);
    for(const[k,value]of ticks.entries()){
    const x=Math.round(frame.x(value))+ 0.5;
    if(x<frame.left||x>frame.right)continue;
    p.line([x,frame.bottom,x,frame.bottom + 4],colors.muted,{width:1});
    tickText(p,frame,x,frame.bottom + 15,names[k],colors.muted);
    }
    p.line([frame.left,frame.bottom + 0.5,frame.right,frame.bottom + 0.5],colors.muted,{width:1});
    }
    class Chart{
    constructor(page,options){
    Object.assign(this,{page,options,name:options.name,drawn:0});
    this.canvas=el("canvas",{tabindex:0,role:"img","data-chart":options.name,"aria-label":options.title});
    this.overlay=el("canvas",{class:"overlay","aria-hidden":"true"});
    this.tip=el("div",{class:"tip",hidden:true});
    this.stage=el("div",{class:"stage",style:`height:${this.height}px`},this.canvas,this.overlay,this.tip);
    this.legend=el("span",{class:"legend"});
    this.note=el("span",{class:"note"});
    this.element=el("figure",{class:"chart"},
    el("figcaption",{},el("h3",{},options.title),this.legend,this.note,el("span",{class:"spacer"}),options.controls,
    el("button",{class:"small",title:`Download “${options.title}” as SVG`,onclick:()=>this.save("svg")},"SVG"),
    options.csv&&el("button",{class:"small",title:`Download the values of “${options.title}” as CSV`,onclick:()=>this.save("csv")},"CSV")),
    this.stage);
    this.listen();
    page.charts.set(options.name,this);
    }
    get height(){return typeof this.options.height==="function"?this.options.height():this.options.height;}
    frame(width=this.stage.clientWidth,top=8){
    const left=this.options.left??66,bottom=this.options.bottom??22,{height}=this;
    return new Frame({left,top,w:Math.max(10,width - left - 12),h:height - 8 - bottom},this.options.domain(),this.options.range());
    }
    invalidate(){
    if(this.pending)return;
    this.pending=true;
    requestAnimationFrame(()=>{this.pending=false;this.draw();});
    }
    fit(canvas,width,height){
    const ratio=window.devicePixelRatio||1;
    const[w,h]=[Math.round(width*ratio),Math.round(height*ratio)];
    if(canvas.width!==w||canvas.height!==h||this.page.isPrinting){canvas.width=w;canvas.height=h;}
    const context=canvas.getContext("2d");
    context.setTransform(ratio,0,0,ratio,0,0);
    if(!this.page.isPrinting)context.clearRect(0,0,width,height);
    return context;
    }
    draw(){
    const width=this.stage.clientWidth;
    if(!width)return;
    this.stage.style.height=`${this.height}px`;
    const painter=new CanvasPainter(this.fit(this.canvas,width,this.height));
    this.options.paint(painter,this.frame(),this.page.palette);
    this.drawn=painter.drawn;
    this.canvas.setAttribute("aria-label",`${this.options.title}. ${this.options.label?.()??""}`);
    const items=this.options.legend?.()??[];
    fill(this.legend,items.map(item=>el("span",{class:"key"},el("i",{style:`background:var(--${item.key})`}),item.label)));
    fill(this.note,this.options.note?.()??"");
    this.drawOverlay();
    }
    drawOverlay(){
    const context=this.fit(this.overlay,this.stage.clientWidth,this.height);
    if(!this.pointer)return;
    const frame=this.frame(),painter=new CanvasPainter(context),[x,y]=this.pointer;
    if(x<frame.left||x>frame.right){this.tip.hidden=true;return;}
    const value=frame.fromX(x);
    painter.line([x,frame.top,x,frame.bottom],this.page.palette.muted,{width:1,dash:[3,3]});
    this.options.hover?.(painter,frame,this.page.palette,value,y);
    const lines=this.options.tip?.(value,y,frame);
    this.tip.hidden=!lines;
    if(!lines)return;
    fill(this.tip,lines.map(line=>el("div",{},line)));
    const onRight=x>frame.left + frame.w / 2;
    this.tip.style.left=onRight?"":`${x + 12}px`;
    this.tip.style.right=onRight?`${this.stage.clientWidth - x + 12}px`:"";
    }
    listen(){
    const{canvas,options}=this;
    const place=event=>{const box=canvas.getBoundingClientRect();return[event.clientX - box.left,event.clientY - box.top];};
    canvas.addEventListener("pointermove",event=>{
    this.pointer=place(event);
    if(this.drag&&options.zoom)this.pan(this.pointer[0]);
    this.drawOverlay();
    });
    canvas.addEventListener("pointerleave",()=>{this.pointer=null;this.tip.hidden=true;this.drawOverlay();});
    canvas.addEventListener("pointerdown",event=>{
    if(event.button)return;
    const at=place(event);
    this.drag={x:at[0],frame:this.frame(),moved:false};
    canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointerup",event=>{
    const drag=this.drag;
    this.drag=null;
    const[x,y]=place(event),frame=this.frame();
    if(drag&&!drag.moved&&options.pick&&x>=frame.left&&x<=frame.right)options.pick(frame.fromX(x),y,frame);
    });
    canvas.addEventListener("pointercancel",()=>{this.drag=null;});
    canvas.addEventListener("wheel",event=>{
    if(!options.zoom)return;
    event.preventDefault();
    const frame=this.frame(),[low,high]=frame.domain;
    if(event.shiftKey||Math.abs(event.deltaX)>Math.abs(event.deltaY)){
    const by=(event.deltaX||event.deltaY)/ frame.kx;
    options.zoom(low + by,high + by);
    return;
    }
    const fixed=frame.fromX(place(event)[0]),factor=Math.exp(Math.max(-1,Math.min(1,event.deltaY / 300)));
    options.zoom(fixed -(fixed - low)*factor,fixed +(high - fixed)*factor);
    },{passive:false});
    canvas.addEventListener("dblclick",()=>options.zoom?.(-Infinity,Infinity));
    }
    pan(x){
    const{drag,options}=this;
    if(!drag.moved&&Math.abs(x - drag.x)<4)return;
    drag.moved=true;
    const by=(drag.x - x)/ drag.frame.kx,[low,high]=drag.frame.domain;
    options.zoom(low + by,high + by);
    }
    svg(width=Math.max(800,this.stage.clientWidth||0)){
    const colors=this.page.palette,top=34,painter=new SVGPainter(width,this.height + 26,colors.bg);
    painter.text(12,20,this.options.title,colors.text,{size:14,weight:600});
    let x=width - 12;
    for(const item of[...(this.options.legend?.()??[])].reverse()){
    painter.text(x,20,item.label,colors.muted,{align:"right"});
    x -=painter.textWidth(item.label)+ 14;
    painter.rects([x,11,10,10],colors[item.key]);
    x -=14;
    }
    this.options.paint(painter,this.frame(width,top),colors);
    return painter.document;
    }
    csv(){return this.options.csv?.()??"";}
    save(kind){
    const name=`${this.page.baseName()}-${this.name}.${kind}`;
    if(kind==="svg")download(name,"image/svg+xml",this.svg());else download(name,"text/csv",this.csv());
    }
    }
    function drawSeries(p,frame,{count,placeAt,valueAt,xOf,pyramid,color,dots=true,width=1.5}){
    const from=Math.max(0,Math.floor(placeAt(frame.domain[0]))- 1),to=Math.min(count,Math.ceil(placeAt(frame.domain[1]))+ 2);
    if(to<=from)return 0;
    if(to - from<=frame.w*2){
    const points=[];
    for(let i=from;i<to;i++)points.push(frame.x(xOf(i)),frame.y(valueAt(i)));
    p.line(points,color,{width});
    if(dots&&to - from<frame.w / 6){
    const marks=[];
    for(let i=0;i<points.length;i +=2)if(!Number.isNaN(points[i + 1]))marks.push(points[i]- 2,points[i + 1]- 2,4,4);
    p.rects(marks,color);
    }
    return to - from;
    }
    const columns=[];
    let last=from;
    for(let x=0;x<frame.w;x++){
    const next=Math.min(to,Math.max(last,Math.floor(placeAt(frame.fromX(frame.left + x + 1)))));
    const range=next>last?pyramid.range(last,next):null;
    last=next;
    if(!range)continue;
    const top=frame.y(range[1]);
    columns.push(frame.left + x,top,1,Math.max(1.2,frame.y(range[0])- top));
    }
    p.rects(columns,color,0.75);
    return columns.length / 4;
    }
    const LIST_HEIGHT_MAX=6000000;
    class VirtualList{
    constructor(options){
    Object.assign(this,{options,top:0,rendered:0,first:0});
    this.spacer=el("div",{class:"spacer-rows"});
    this.rows=el("div",{class:"rows",role:"presentation"});
    this.scroller=el("div",{class:"scroller",tabindex:0,role:options.role??"grid","aria-label":options.label,"data-list":options.name,
    style:options.height?`height:${options.height}px`:""},this.spacer,this.rows);
    this.element=el("div",{class:`list list-${options.name}`},options.head,this.scroller);
    this.scroller.addEventListener("scroll",()=>this.scrolled());
    this.scroller.addEventListener("wheel",event=>this.wheel(event),{passive:false});
    this.scroller.addEventListener("keydown",event=>this.key(event));
    this.rows.addEventListener("click",event=>{
    const row=event.target.closest("[data-row]");
    if(row)options.pick(Number(row.dataset.row),event);
    });
    new ResizeObserver(()=>this.render()).observe(this.scroller);
    }
    get count(){return this.options.count();}
    get visible(){return Math.max(1,Math.floor(this.scroller.clientHeight / this.options.rowHeight));}
    get scale(){
    const full=this.count*this.options.rowHeight;
    return full>LIST_HEIGHT_MAX?(LIST_HEIGHT_MAX - this.scroller.clientHeight)/ Math.max(1,this.count - this.visible):this.options.rowHeight;
    }
    scrolled(){
    const at=this.scroller.scrollTop / this.scale;
    if(Math.abs(at - this.top)*this.scale>1)this.top=at;
    this.render();
    }
    wheel(event){
    if(this.scale===this.options.rowHeight||event.ctrlKey)return;
    event.preventDefault();
    this.scrollTo(this.top + event.deltaY / this.options.rowHeight);
    }
    scrollTo(row){
    this.top=Math.max(0,Math.min(row,this.count - this.visible));
    this.render();
    this.scroller.scrollTop=this.top*this.scale;
    }
    reveal(row){
    if(row<0||!this.scroller.clientHeight)return;
    if(row<Math.ceil(this.top)||row>=Math.floor(this.top)+ this.visible - 1)this.scrollTo(row - Math.floor(this.visible / 2));
    else this.scrollTo(this.top);
    }
    key(event){
    const selected=this.options.selected(),{visible,count}=this;
    if(event.altKey||event.ctrlKey||event.metaKey)return;
    if(this.options.key?.(event,selected)){event.preventDefault();event.stopPropagation();return;}
    if(this.options.scrolls){
    const top={ArrowDown:this.top + 1,ArrowUp:this.top - 1,PageDown:this.top + visible,PageUp:this.top - visible,Home:0,End:count}[event.key];
    if(top===undefined)return;
    event.preventDefault();
    event.stopPropagation();
    this.scrollTo(top);
    return;
    }
    const next={ArrowDown:selected + 1,ArrowUp:selected - 1,PageDown:selected + visible,PageUp:selected - visible,Home:0,End:count - 1}[event.key];
    if(next===undefined||!count)return;
    event.preventDefault();
    event.stopPropagation();
    const row=Math.max(0,Math.min(count - 1,next));
    this.options.pick(row,event);
    this.reveal(this.options.selected());
    }
    render(){
    const{options,count,visible}=this;
    if(!this.scroller.clientHeight)return;
    const{rowHeight}=options,full=count*rowHeight;
    this.spacer.style.height=`${Math.min(full,LIST_HEIGHT_MAX)}px`;
    this.top=Math.max(0,Math.min(this.top,count - visible));
    const first=this.first=Math.max(0,Math.floor(this.top)),last=Math.min(count,first + visible + 2),selected=options.selected();
    const made=[];
    for(let i=first;i<last;i++){
    const more=options.attributes?.(i)??{};
    made.push(el("div",{...more,class:`row ${more.class??""} ${i===selected?"selected":""}`,"data-row":i,"aria-rowindex":i + 1,
    id:`${options.name}-${i}`,role:options.role==="tree"?"treeitem":"row","aria-selected":i===selected?"true":"false"},
    options.row(i)));
    }
    fill(this.rows,made);
    this.rendered=made.length;
    const shift=this.scale===rowHeight?first*rowHeight:this.top*this.scale;
    this.rows.style.transform=`translateY(${shift}px)`;
    this.scroller.setAttribute("aria-rowcount",count);
    if(selected>=first&&selected<last)this.scroller.setAttribute("aria-activedescendant",`${options.name}-${selected}`);
    else this.scroller.removeAttribute("aria-activedescendant");
    }
    }
    function sampleTime(track,seconds){
    return track.isTimed?formatTime(seconds,4):`sample ${formatCount(Math.round(seconds*100)/ 100)}`;
    }
    function sampleQP(track,sample){return Number.isNaN(track.qp[sample])?"–":formatCount(track.qp[sample]);}
    function absence(file,text){return file.facts.unread??text;}
    function drawnTracks(file){return timedTracks(file).slice(0,TRACKS_DRAWN);}
    function leftOutTracks(file,before=""){
    const count=timedTracks(file).length - TRACKS_DRAWN;
    return count>0?`${before}${formatCount(count)} further ${count===1?"track is":"tracks are"} not drawn`:"";
    }
    const TRACKS_DRAWN=6;
    function timedTracks(file){return file.tracks.filter(track=>track.count&&track.isTimed);}
    function describeSample(track,i){
    const gop=track.groupOf(i),video=track.type==="video";
    const facts=[
    [video?"Picture":track.type==="audio"?"Frame":"Sample",`${formatCount(i)} of track ${track.index}` +(track.rank[i]!==i?`, ${formatCount(track.rank[i])} in display order`:"")],
    ["Size",`${formatBytes(track.size[i])}${track.size[i]>=1024?` (${formatCount(track.size[i])} B)`:""}`],
    ];
    if(video)facts.splice(1,0,["Type",track.typeName(i)+({true:", reference",false:", not reference"}[track.isReference(i)]??"")+(track.isLeading(i)?", leading":"")]);
    if(track.hasQP&&!Number.isNaN(track.qp[i]))facts.push(["QP",formatCount(track.qp[i])]);
    facts.push(["DTS",sampleTime(track,track.dts[i])],["PTS",sampleTime(track,track.pts[i])+(track.left[i]?", left out by the edit list":"")]);
    if(track.isTimed)facts.push(["PTS − DTS",formatMilliseconds(track.delay(i))+(track.shown.length>1?", before the edit list":"")]);
    facts.push(["Offset",`${formatCount(track.offset[i])} (${formatOffset(track.offset[i])})`]);
    if(video&&gop>=0){
    const[start,end]=track.groupRange(gop);
    facts.push(["GOP",`${formatCount(gop)}, ${plural(end - start,"picture")}${track.isOpen(start)?", open":""}`]);
    }
    return facts;
    }
    class SampleTable{
    constructor(page){
    const{model}=page;
    const names=["Decode #","Display #","Type","Ref","Size","QP","DTS","PTS","PTS − DTS","Offset","GOP"];
    const selectedPlace=()=>{
    const{selection,track}=model;
    return selection&&track&&selection.track===track&&selection.sample>=0?track.placeOf(model.order,selection.sample):-1;
    };
    this.list=new VirtualList({
    name:"samples",label:"Samples",rowHeight:24,height:242,
    head:el("div",{class:"row head","aria-hidden":"true"},names.map(name=>el("span",{},name))),
    count:()=>model.count,
    selected:selectedPlace,
    pick:place=>{model.selectSample(model.track,model.track.sampleAt(model.order,place),"table");model.reveal();},
    row:place=>{
    const{track}=model,i=track.sampleAt(model.order,place),gop=track.groupOf(i);
    return[formatCount(i),formatCount(track.rank[i]),track.typeName(i),{true:"yes",false:"no"}[track.isReference(i)]??"–",`${formatCount(track.size[i])} B`,
    sampleQP(track,i),sampleTime(track,track.dts[i]),sampleTime(track,track.pts[i]),
    track.isTimed?formatMilliseconds(track.delay(i)):"–",formatOffset(track.offset[i]),gop<0?"–":formatCount(gop)]
    .map((text,k)=>el("span",k===2?{role:"gridcell",class:"type",style:`color:var(--${page.classKey(track,i)})`}:{role:"gridcell"},text));
    },
    });
    model.on("select",()=>this.list.reveal(selectedPlace()));
    for(const event of["order","file"])model.on(event,()=>{this.list.top=0;this.list.render();this.list.reveal(selectedPlace());});
    }
    }
    function buildClock(page,host){
    const{model}=page;
    const charts=[
    series(page,{name:"reordering",title:"PTS − DTS",order:"decode",
    value:(track,i)=>track.delay(i)*1000,head:"pts_minus_dts_milliseconds"}),
    series(page,{name:"intervals",title:"Interval to the next sample: gaps and jitter",order:"display",
    value:(track,k)=>(k + 1<track.count&&!isLeftOut(track,k)&&!isLeftOut(track,k + 1)?(track.times.display[k + 1]- track.times.display[k])*1000:NaN),head:"interval_milliseconds"}),
    series(page,{name:"drift",title:"Drift against a constant rate",order:"display",
    value:(track,k)=>(hasCuts(track)?NaN:track.times.display[k]- track.times.display[0]- k*track.interval)*1000,head:"drift_milliseconds"}),
    series(page,{name:"interleaving",title:"Interleaving: place in the file",order:"decode",format:formatBytes,
    value:(track,i)=>track.offset[i],head:"offset_bytes"}),
    ];
    const facts=el("div",{class:"columns"});
    fill(host,facts,charts.map(chart=>chart.element));
    const draw=()=>{for(const chart of charts){chart.element.hidden=!model.file.isTimed;chart.invalidate();}};
    const build=()=>{fill(facts,offsetCard(model.file),editCard(model.file),gapCard(page));draw();};
    build();
    model.on("file",build);
    for(const event of["window","select"])model.on(event,draw);
    return{charts,shown:draw};
    }
    function hasCuts(track){return track.shown.length>1;}
    function isLeftOut(track,k){return hasCuts(track)&&track.left[track.order[k]]===1;}
    function series(page,{name,title,value,order,format=ms=>formatMilliseconds(ms / 1000),head}){
    const{model}=page;
    const tracks=()=>drawnTracks(model.file);
    const pyramid=track=>track.pyramid(`clock-${name}`,track.count,i=>value(track,i));
    const sampleAt=(track,time)=>Math.max(0,Math.min(track.count - 1,Math.floor(track.placeAt(order,time)+ 1e-6)));
    return new Chart(page,{
    name,title,height:180,left:100,
    domain:()=>[model.window.start,model.window.end],
    range(){
    let[low,high]=[Infinity,-Infinity];
    for(const track of tracks()){
    const[from,to]=[sampleAt(track,model.window.start),sampleAt(track,model.window.end)+ 1],found=pyramid(track).range(from,to);
    if(found){low=Math.min(low,found[0]);high=Math.max(high,found[1]);}
    }
    if(low>high)return[0,1];
    const least=format===formatBytes?0:Math.max(0,0.1 -(high - low))/ 2,margin=(high - low||Math.max(Math.abs(high)*0.2,1))*0.08;
    return[low - margin - least,high + margin + least];
    },
    legend:()=>tracks().map(track=>({key:page.trackKey(track),label:`${track.type} ${track.index}`})),
    note:()=>(tracks().length?leftOutTracks(model.file):absence(model.file,"This file has no times.")),
    paint(p,frame,colors){
    drawAxes(p,frame,colors,{formatY:format,ySteps:format===formatBytes?byteSteps:null});
    p.clip(frame.left,frame.top,frame.w,frame.h);
    if(frame.range[0]<0&&frame.range[1]>0)p.line([frame.left,frame.y(0),frame.right,frame.y(0)],colors.muted,{width:1});
    for(const track of tracks()){
    const times=track.times[order];
    drawSeries(p,frame,{count:track.count,placeAt:time=>track.placeAt(order,time),xOf:k=>times[k],
    valueAt:k=>value(track,k),pyramid:pyramid(track),color:colors[page.trackKey(track)]});
    }
    if(order==="display")drawEdits(p,frame,colors,tracks(),time=>frame.x(time));
    const chosen=model.selection;
    if(chosen?.track&&chosen.sample>=0){
    const time=order==="decode"?chosen.track.times.decode[chosen.sample]:chosen.track.pts[chosen.sample];
    p.line([frame.x(time),frame.top,frame.x(time),frame.bottom],colors.accent,{width:1.5});
    }
    p.unclip();
    },
    tip:time=>(tracks().length?[formatTime(time,4),...tracks().map(track=>{
    const k=sampleAt(track,time),found=value(track,k);
    return `${track.type} ${track.index}: ${Number.isNaN(found)?"–":format(found)} (sample ${formatCount(order==="display"?track.order[k]:k)})`;
    })]:null),
    pick(time,y,frame){
    const near=tracks().map(track=>{const k=sampleAt(track,time);return[Math.abs(frame.y(value(track,k))- y),track,k];}).sort((a,b)=>a[0]- b[0])[0];
    if(near)model.selectSample(near[1],order==="display"?near[1].order[near[2]]:near[2],"chart");
    },
    zoom:(low,high)=>model.setTimes(low,high),
    csv(){
    const rows=[];
    for(const track of tracks())for(let k=0;k<track.count;k++){
    const found=value(track,k);
    rows.push([track.index,order==="display"?track.order[k]:k,track.times[order][k],Number.isNaN(found)?null:found]);
    }
    return csvText(["track","decode_index","seconds",head],rows);
    },
    });
    }
    function drawEdits(p,frame,colors,tracks,xOf){
    const free=[-Infinity,-Infinity,-Infinity],edited=tracks.filter(track=>track.edits.length>1);
    for(const track of edited)track.edits.forEach((edit,k)=>{
    const x=xOf(edit.begin),left=Math.max(frame.left,x),right=Math.min(frame.right,xOf(edit.begin + edit.duration));
    if(edit.isEmpty&&right>left)p.rects([left,frame.top,right - left,frame.h],colors.muted,0.2);
    if(x<frame.left||x>frame.right)return;
    p.line([x,frame.top,x,frame.bottom],colors.muted,{width:1,dash:[2,3]});
    const label=`${edited.length>1?`track ${track.index}, `:""}edit ${k + 1}: ${edit.isEmpty?"empty":`from ${formatTime(edit.start)}`}`,row=free.findIndex(end=>x>=end);
    if(row<0)return;
    p.text(x + 4,frame.top + 11 + row*13,label,colors.muted);
    free[row]=x + 12 + p.textWidth(label);
    });
    }
    function table(names,rows){
    return el("div",{class:"scroll-x"},el("table",{},el("thead",{},el("tr",{},names.map(name=>el("th",{scope:"col"},name)))),
    el("tbody",{},rows.map(row=>el("tr",{},row.map(cell=>el("td",{},cell)))))));
    }
    function offsetCard(file){
    const timed=file.tracks.filter(track=>track.count&&track.isTimed);
    const rows=timed.map(track=>[`${track.index} ${track.type}`,sampleTime(track,track.presentedStart),sampleTime(track,track.presentedEnd),track.hasInterval?formatMilliseconds(track.interval):"–"]);
    const{video,audio}=file,notes=[];
    if(video?.isTimed&&audio?.isTimed){
    const[start,end]=[audio.presentedStart - video.presentedStart,audio.presentedEnd - video.presentedEnd];
    notes.push(el("p",{},`Audio against video: ${formatMilliseconds(start)} at the start, ${formatMilliseconds(end)} at the end.`));
    }
    return el("section",{class:"card"},el("h2",{},"Presentation"),rows.length?table(["Track","Start","End","Usual interval"],rows):el("p",{},absence(file,"This file has no times.")),notes);
    }
    function editCard(file){
    const rows=file.tracks.flatMap(track=>[...track.edits.slice(0,64).map(edit=>
    [`${track.index} ${track.type}`,formatTime(edit.begin,4),edit.isEmpty?"empty":formatTime(edit.start,4),edit.duration?formatTime(edit.duration,4):"to the end",String(edit.rate)]),
    ...(track.facts.edits_omitted?[[`${track.index} ${track.type}`,`${formatCount(track.facts.edits_omitted)} more`,"","",""]]:[])]);
    return el("section",{class:"card"},el("h2",{},"Edit lists"),rows.length?table(["Track","At","From media time","Duration","Rate"],rows):el("p",{},absence(file,"No track has an edit list.")));
    }
    function findGaps(track,max=50){
    const gaps=[];
    let count=0;
    for(let k=0,last=-1;k<track.count;k++){
    const sample=track.order[k];
    if(isLeftOut(track,k))continue;
    const length=track.pts[sample]- track.pts[last];
    if(last>=0&&(length>track.interval*1.5||length<=0)){count++;if(gaps.length<max)gaps.push({sample:last,time:track.pts[last],length});}
    last=sample;
    }
    return{gaps,count};
    }
    const GAPS_SHOWN=100;
    function gapCard(page){
    const{model}=page,rows=[];
    let count=0;
    for(const track of model.file.tracks.filter(candidate=>candidate.count&&candidate.isTimed)){
    const found=findGaps(track);
    count +=found.count;
    for(const gap of found.gaps)rows.push([`${track.index} ${track.type}`,el("button",{class:"link",
    onclick:()=>{model.selectSample(track,gap.sample,"gap");model.setTimes(gap.time - 1,gap.time + gap.length + 1);}},formatTime(gap.time)),formatMilliseconds(gap.length)]);
    }
    return el("section",{class:"card"},el("h2",{},count?`Gaps and equal times: ${formatCount(count)}`:"Gaps and equal times"),
    rows.length?[el("div",{class:"scroll-y"},table(["Track","After","Interval"],rows.slice(0,GAPS_SHOWN))),
    count>Math.min(rows.length,GAPS_SHOWN)?el("p",{class:"muted"},`and ${formatCount(count - Math.min(rows.length,GAPS_SHOWN))} more`):null]:el("p",{},!model.file.isTimed?absence(model.file,"This file has no times."):"None: no interval is longer than one and a half times the usual one."));
    }
    const LANE=18;
    function buildTimeline(page,host){
    const{model}=page;
    const table=new SampleTable(page);
    const charts=[navigatorChart(page),pictureChart(page),qpChart(page),bitRateChart(page,"timeline-bitrate")];
    fill(host,toolbar(page),charts.map(chart=>chart.element),el("h3",{class:"no-print"},"Samples"),table.list.element);
    const draw=()=>{
    charts[2].element.hidden=!model.track?.hasQP;
    charts[3].element.hidden=!model.file.isTimed;
    for(const chart of charts)chart.invalidate();
    };
    for(const event of["window","order","file","select"])model.on(event,draw);
    return{charts,shown:()=>{draw();table.list.render();table.list.reveal(table.list.options.selected());}};
    }
    function toolbar(page){
    const{model}=page,bar=el("div",{class:"toolbar",role:"toolbar","aria-label":"Timeline"});
    const orders=[["decode","Decode order"],["display","Display order"]].map(([value,label])=>el("button",{"data-order":value,onclick:()=>model.setOrder(value)},label));
    const choice=el("select",{"aria-label":"Track",onchange:event=>model.setTrack(model.file.tracks[Number(event.target.value)])});
    const button=(label,title,action)=>el("button",{title,"aria-label":title,onclick:action},label);
    fill(bar,el("span",{class:"group"},orders),choice,
    el("span",{class:"group"},button("−","Zoom out (−)",()=>model.zoomPlaces(2)),button("+","Zoom in (+)",()=>model.zoomPlaces(0.5)),
    button("Whole file","Show the whole file (0)",()=>model.setPlaces(0,Infinity))),
    el("span",{class:"group"},button("◀ Key","Previous key picture (Shift+G)",()=>model.step(-1,true)),button("Key ▶","Next key picture (G)",()=>model.step(1,true))));
    const update=()=>{
    for(const one of orders)one.setAttribute("aria-pressed",String(model.order===one.dataset.order));
    choice.value=model.track?.position??"";
    };
    const build=()=>{
    fill(choice,model.file.tracks.filter(track=>track.count).map(track=>el("option",{value:track.position},`Track ${track.index}: ${track.type} ${track.codec}`)));
    update();
    };
    build();
    model.on("file",build);
    model.on("order",update);
    return bar;
    }
    function collectBars(track,order,frame,lists){
    const[from,to]=frame.domain,sizes=track.sizes(order),base=frame.bottom;
    const first=Math.max(0,Math.floor(from)),last=Math.min(track.count,Math.ceil(to));
    if(frame.kx>=1){
    const gap=frame.kx>5?1:frame.kx>2.5?0.5:0;
    for(let place=first;place<last;place++){
    const i=track.sampleAt(order,place),top=frame.y(track.size[i]);
    lists[track.classOf[i]].push(frame.x(place)+ gap / 2,top,frame.kx - gap,Math.max(0.5,base - top));
    }
    return;
    }
    const highest=new Float64Array(sampleClasses.length),classes=[...highest.keys()];
    for(let x=0,at=first;x<frame.w&&at<last;x++){
    const next=Math.min(last,Math.max(at,Math.floor(frame.fromX(frame.left + x + 1))));
    if(next===at)continue;
    sizes.range(at,next,highest);
    at=next;
    let bottom=base;
    for(const c of classes.filter(k=>highest[k]>0).sort((a,b)=>highest[a]- highest[b])){
    const top=frame.y(highest[c]);
    if(bottom - top>0.2){lists[c].push(frame.left + x,top,1,bottom - top);bottom=top;}
    }
    }
    }
    function drawBars(p,frame,colors,track,order){
    const lists=sampleClasses.map(()=>[]);
    collectBars(track,order,frame,lists);
    p.clip(frame.left,frame.top,frame.w,frame.h);
    lists.forEach((list,c)=>p.rects(list,colors[sampleClasses[c].key]));
    p.unclip();
    }
    function largest(track,order,from,to){
    const out=track.sizes(order).range(Math.max(0,Math.floor(from)),Math.min(track.count,Math.ceil(to)),new Float64Array(sampleClasses.length));
    return Math.max(1,...out);
    }
    function navigatorChart(page){
    const{model}=page;
    return new Chart(page,{
    name:"navigator",title:"Whole file",height:64,bottom:4,
    domain:()=>[0,Math.max(1,model.count)],
    range:()=>[0,model.track?largest(model.track,model.order,0,model.count):1],
    paint(p,frame,colors){
    if(!model.track)return;
    drawBars(p,frame,colors,model.track,model.order);
    const left=frame.x(model.window.from),right=Math.max(left + 2,frame.x(model.window.to));
    p.rects([frame.left,frame.top,left - frame.left,frame.h,right,frame.top,frame.right - right,frame.h],colors.bg,0.72);
    p.line([left,frame.top,right,frame.top,right,frame.bottom,left,frame.bottom,left,frame.top],colors.accent,{width:1.5});
    },
    note:()=>{
    const{window:shown,count}=model;
    if(!count)return "";
    return `${formatCount(Math.floor(shown.from))}–${formatCount(Math.min(count,Math.ceil(shown.to))- 1)} of ${formatCount(count)}`;
    },
    pick:value=>{const half=(model.window.to - model.window.from)/ 2;model.setPlaces(value - half,value + half);},
    });
    }
    function pictureChart(page){
    const{model}=page;
    const sampleOf=value=>(value>=0&&value<model.count?model.track.sampleAt(model.order,Math.floor(value)):-1);
    return new Chart(page,{
    name:"pictures",title:"Pictures by size",height:260,
    domain:()=>[model.window.from,model.window.to],
    range:()=>[0,model.track?largest(model.track,model.order,model.window.from,model.window.to)*1.05:1],
    legend:()=>model.track?.classes??[],
    label:()=>(model.track?`${plural(model.count,"sample")} in ${model.order} order, ${plural(model.track.keys.length,"key sample")}.`:""),
    paint(p,frame,colors){
    if(!model.track){p.text(frame.left,frame.top + 20,absence(model.file,"This file has no samples."),colors.muted);return;}
    const plot=Object.assign(Object.create(Object.getPrototypeOf(frame)),frame,{top:frame.top + LANE,h:frame.h - LANE});
    plot.ky=plot.h /(frame.range[1]- frame.range[0]);
    drawAxes(p,plot,colors,{formatY:formatBytes,kind:"count",ySteps:byteSteps});
    drawSelection(p,plot,colors,page);
    if(model.track.type==="video")drawGroups(p,plot,colors,model);
    drawBars(p,plot,colors,model.track,model.order);
    if(model.order==="display")drawEdits(p,plot,colors,[model.track],time=>plot.x(model.track.placeAt("display",time)));
    drawFindings(p,plot,colors,page);
    },
    hover(p,frame,colors,value){
    const i=sampleOf(value);
    if(i>=0)drawReordering(p,frame,colors,model,i);
    },
    tip:value=>{const i=sampleOf(value);return i<0?null:describeSample(model.track,i).map(([name,text])=>`${name}: ${text}`);},
    pick:value=>model.selectSample(model.track,sampleOf(value),"chart"),
    zoom:(low,high)=>model.setPlaces(low,high),
    csv:()=>samplesCSV(model),
    });
    }
    function drawSelection(p,frame,colors,{model}){
    const{selection,track}=model;
    if(!selection||selection.track!==track||selection.sample<0)return;
    const x=frame.x(track.placeOf(model.order,selection.sample)),w=Math.max(3,frame.kx),middle=x + frame.kx / 2;
    if(middle<frame.left||middle>frame.right)return;
    p.rects([middle - w / 2 - 1,frame.top,w + 2,frame.h],colors.mark,0.35);
    p.area([middle - 5,frame.bottom + 8,middle + 5,frame.bottom + 8,middle,frame.bottom + 1],colors.accent);
    }
    function drawGroups(p,frame,colors,model){
    const{track,order}=model,{starts}=track,[from,to]=frame.domain;
    if(upperBound(starts,to)- upperBound(starts,from)>frame.w / 5)return;
    const edges=[];
    for(let k=upperBound(starts,Math.max(0,Math.floor(from)- 64)- 1);k<starts.length;k++){
    const place=track.placeOf(order,starts[k]);
    if(place>to + 64)break;
    edges.push([k + track.firstGroup,place]);
    }
    const solid=[],open=[];
    edges.forEach(([group,place],n)=>{
    const[start,end]=track.groupRange(group),isOpen=track.isOpen(start);
    const x=Math.round(frame.x(place))+ 0.5,next=edges[n + 1]?frame.x(edges[n + 1][1]):frame.right;
    if(x>=frame.left - 1&&x<=frame.right)(isOpen?open:solid).push(x,frame.top - LANE,x,frame.bottom,NaN,NaN);
    const left=Math.max(x,frame.left),right=Math.min(next,frame.right);
    if(right - left<64)return;
    const short=`GOP ${formatCount(group)}`,full=`${short} · ${plural(end - start,"picture")}${isOpen?" · open":""}`;
    p.text(left + 4,frame.top - 6,right - left>p.textWidth(full)+ 10?full:short,colors.muted);
    });
    p.line(solid,colors.muted,{width:1,alpha:0.8});
    p.line(open,colors.muted,{width:1,dash:[4,3]});
    }
    function drawFindings(p,frame,colors,{model}){
    for(const finding of model.file.findings){
    let sample=finding.track===model.track.index?finding.sample??-1:-1;
    if(sample<0&&finding.offset!==undefined)sample=model.track.sampleWith(finding.offset);
    if(sample<0||sample>=model.count)continue;
    const x=frame.x(model.track.placeOf(model.order,sample)+ 0.5);
    if(x<frame.left||x>frame.right)continue;
    p.area([x - 5,frame.top + 1,x + 5,frame.top + 1,x,frame.top + 10],colors[finding.severity]??colors.note);
    }
    }
    function drawReordering(p,frame,colors,model,i){
    const{track,order}=model,here=track.placeOf(order,i),there=order==="decode"?track.rank[i]:i;
    if(here===there)return;
    const x0=frame.x(here + 0.5),x1=frame.x(there + 0.5),y=frame.bottom - 74,rise=Math.min(40,12 + Math.abs(x1 - x0)/ 6);
    const points=[];
    for(let k=0;k<=24;k++)points.push(x0 +(x1 - x0)*k / 24,y + 30 - rise*Math.sin(Math.PI*k / 24));
    p.clip(frame.left,frame.top,frame.w,frame.h);
    p.line(points,colors.bg,{width:6});
    p.line(points,colors.accent,{width:2.5});
    const side=x1>x0?-1:1;
    p.area([x1,y + 32,x1 + side*9,y + 25,x1 + side*3,y + 20],colors.accent);
    p.unclip();
    }
    function qpChart(page){
    const{model}=page;
    const values=track=>track.pyramid(`qp-${model.order}`,track.count,model.order==="decode"?i=>track.qp[i]:place=>track.qp[track.order[place]]);
    return new Chart(page,{
    name:"qp",title:"QP of the first slice",height:110,
    domain:()=>[model.window.from,model.window.to],
    range(){
    const found=model.track?.hasQP?values(model.track).range(0,model.count):null;
    return found?[Math.floor(found[0])- 1,Math.ceil(found[1])+ 1]:[0,51];
    },
    paint(p,frame,colors){
    if(!model.track?.hasQP)return;
    const{track,order}=model;
    drawAxes(p,frame,colors,{formatY:formatCount,kind:"count"});
    p.clip(frame.left,frame.top,frame.w,frame.h);
    drawSeries(p,frame,{count:track.count,placeAt:value=>value - 0.5,xOf:place=>place + 0.5,
    valueAt:place=>track.qp[track.sampleAt(order,place)],pyramid:values(track),color:colors.c3});
    p.unclip();
    },
    tip:value=>(value>=0&&value<model.count
    ?[`QP ${sampleQP(model.track,model.track.sampleAt(model.order,Math.floor(value)))}`,`Picture ${formatCount(model.track.sampleAt(model.order,Math.floor(value)))}`]:null),
    pick:value=>model.selectSample(model.track,model.track.sampleAt(model.order,Math.min(model.count - 1,Math.max(0,Math.floor(value)))),"chart"),
    zoom:(low,high)=>model.setPlaces(low,high),
    csv:()=>samplesCSV(model),
    });
    }
    function bitRateChart(page,name){
    const{model}=page;
    const shown=()=>drawnTracks(model.file);
    const bins=track=>{const values=track.bitRate().bins;return track.pyramid("rate",values.length,i=>values[i]);};
    return new Chart(page,{
    name,title:"Bit rate",height:170,
    domain:()=>[model.window.start,model.window.end],
    range:()=>[0,1.08*Math.max(1,...shown().map(track=>bins(track).range(0,track.bitRate().bins.length)?.[1]??0))],
    legend:()=>shown().map(track=>({key:page.trackKey(track),label:`${track.type} ${track.index}`})),
    note:()=>{const rate=shown()[0]?.bitRate();return rate?`bars: ${formatCount(rate.width)} s${rate.average.length>2?`, line: mean of ${formatCount(rate.span)} s`:""}${leftOutTracks(model.file,"; ")}`:absence(model.file,"This file has no times.");},
    label:()=>shown().map(track=>`${track.type} track ${track.index}: mean ${track.meanRate>0?formatRate(track.meanRate):"unknown"}`).join(", "),
    paint(p,frame,colors){
    drawAxes(p,frame,colors,{formatY:formatRate});
    p.clip(frame.left,frame.top,frame.w,frame.h);
    for(const track of shown()){
    const rate=track.bitRate(),color=colors[page.trackKey(track)],placeAt=time=>(time - rate.first)/ rate.width;
    const from=Math.max(0,Math.min(rate.bins.length - 1,Math.floor(placeAt(frame.domain[0])))),to=Math.min(rate.bins.length,Math.ceil(placeAt(frame.domain[1])));
    const bars=[],tops=[],step=Math.max(1,Math.floor((to - from)/ frame.w));
    for(let i=from;i<to;i +=step){
    const top=frame.y(bins(track).range(i,Math.min(to,i + step))[1]),x=frame.x(rate.first + i*rate.width);
    const end=frame.x(i + step>=rate.bins.length?rate.first + rate.length:rate.first + Math.min(i + step,to)*rate.width);
    const width=Math.max(1,end - x -(end - x>3?1:0));
    bars.push(x,top,width,frame.bottom - top);
    tops.push(x,top,width,Math.min(2,frame.bottom - top));
    }
    p.rects(bars,color,0.32);
    p.rects(tops,color);
    if(rate.average.length>2)drawSeries(p,frame,{count:rate.average.length,placeAt:time=>placeAt(time)- 0.5,xOf:i=>rate.first +(i + 0.5)*rate.width,
    valueAt:i=>rate.average[i],pyramid:track.pyramid("average",rate.average.length,i=>rate.average[i]),color,dots:false,width:2});
    }
    p.unclip();
    },
    tip:time=>[sampleTime({isTimed:true},time),...shown().map(track=>{
    const rate=track.bitRate(),i=Math.min(rate.bins.length - 1,Math.floor((time - rate.first)/ rate.width));
    return i>=0&&time<=rate.first + rate.length?`${track.type} ${track.index}: ${formatRate(rate.bins[i])}, mean ${formatRate(rate.average[i])}`:null;
    }).filter(Boolean)],
    zoom:(low,high)=>model.setTimes(low,high),
    csv(){
    const rows=[];
    for(const track of shown())track.bitRate().bins.forEach((bits,i)=>{
    const rate=track.bitRate();
    rows.push([track.index,track.type,rate.first + i*rate.width,Math.round(bits),Math.round(rate.average[i])]);
    });
    return csvText(["track","type","start_seconds","bits_per_second","moving_average_bits_per_second"],rows);
    },
    });
    }
    function samplesCSV(model){
    const{track,order}=model,rows=[];
    for(let place=0;place<model.count;place++){
    const i=track.sampleAt(order,place);
    rows.push([i,track.rank[i],track.typeName(i),track.isKey(i)?1:0,{true:1,false:0}[track.isReference(i)]??null,track.dts[i],track.pts[i],track.size[i],
    track.offset[i],Number.isNaN(track.qp[i])?null:track.qp[i],track.groupOf(i)<0?null:track.groupOf(i)]);
    }
    return csvText(["decode_index","display_index","type","key","reference","dts_seconds","pts_seconds","size_bytes","offset_bytes","qp","gop"],rows);
    }
    const VERDICTS={
    clean:["✓","No findings"],note:["i","Notes only"],warning:["!","Warnings"],error:["✕","Errors"],unreadable:["✕","Unreadable"],
    };
    function buildOverview(page,host){
    const{model}=page,rate=bitRateChart(page,"overview-bitrate");
    const top=el("div",{class:"overview"});
    fill(host,top);
    const build=()=>{
    rate.element.hidden=!model.file.isTimed;
    fill(top,el("div",{class:"columns"},verdictCard(page),figuresCard(page)),rate.element,tracksCard(page),itemsCard(page),metadataCard(page));
    rate.invalidate();
    };
    build();
    model.on("file",build);
    model.on("window",()=>rate.invalidate());
    return{charts:[rate],shown:()=>rate.invalidate()};
    }
    function card(title,...content){
    return el("section",{class:"card"},el("h2",{},title),content);
    }
    function verdictCard(page){
    const{facts,findings}=page.model.file,check=facts.check;
    const damage=[facts.refusal,...(facts.findings??[])].filter(Boolean);
    const damages=damage.map(text=>el("p",{class:"finding-title sev-error"},text));
    if(!check)return card("Check",damages.length?damages:el("p",{},absence(page.model.file,"This file was not checked.")));
    const[sign,word]=VERDICTS[check.verdict]??VERDICTS.unreadable;
    const counts=[["errors","error"],["warnings","warning"],["notes","note"]].filter(([key])=>check[key]).map(([key,noun])=>plural(check[key],noun));
    const hidden=(check.hidden??[]).map(rule=>el("li",{class:"muted"},`${plural(rule.count,"more finding")} of ${rule.rule}`));
    return card("Check",
    el("p",{class:`verdict sev-${check.verdict}`},el("span",{class:"sign","aria-hidden":"true"},sign),el("strong",{},word),counts.length?el("span",{},counts.join(", ")):null),
    check.refusal&&check.refusal!==facts.refusal?el("p",{},check.refusal):null,damages,
    findings.length||hidden.length?el("ol",{class:"findings"},findings.map(finding=>findingItem(page,finding)),hidden):null);
    }
    function findingItem(page,finding){
    const{model}=page;
    const track=model.file.tracks.find(candidate=>candidate.index===finding.track&&finding.sample<candidate.count);
    const seconds=track?.isTimed&&finding.sample>=0?track.pts[finding.sample]:finding.seconds;
    const places=[];
    if(track&&finding.sample>=0)places.push(el("button",{class:"small",onclick:()=>page.go("timeline",()=>{
    model.setTrack(track);model.selectSample(track,finding.sample,"finding");model.reveal();})},`Show sample ${formatCount(finding.sample)}`));
    if(finding.offset!==undefined)places.push(el("button",{class:"small",onclick:()=>page.go("tree",()=>model.selectByte(finding.offset,"finding"))},
    `Show byte ${formatOffset(finding.offset)}`));
    return el("li",{},
    el("p",{class:`finding-title sev-${finding.severity}`},el("span",{class:"badge"},finding.severity),finding.title),
    el("p",{},finding.message),
    el("p",{class:"muted"},[finding.path,seconds!==undefined?`at ${formatTime(seconds)}`:null,finding.rule,finding.clause].filter(Boolean).join(" · ")),
    finding.remedy?el("p",{},el("b",{},"Remedy: "),finding.remedy):null,
    finding.command?el("p",{class:"command"},el("code",{},finding.command),copyButton(finding.command)):null,
    places.length?el("p",{class:"no-print"},places):null);
    }
    const PLURAL_ROLES={"part of a picture":"parts of a picture",metadata:"metadata"};
    function keyFigures(file){
    const{facts,video,audio}=file,format=facts.info?.format??{},rows=[];
    const container=[format.container??facts.format??"unknown",format.major_brand?`brand ${format.major_brand}`:null,
    format.fragmented?"fragmented":null,format.faststart===true?"fast start":format.faststart===false?"moov after mdat":null];
    rows.push(["Format",container.filter(Boolean).join(", ")],["Size",`${formatBytes(file.size)} (${formatCount(file.size)} B)`]);
    const seconds=format.duration?format.duration.milliseconds / 1000:file.isTimed?file.end - file.start:NaN;
    if(seconds>0)rows.push(["Duration",formatTime(seconds)],["Bit rate",formatRate(file.size*8 / seconds)]);
    const{encryption}=format,items=facts.info?.items??[];
    if(encryption)rows.push(["Encrypted",[encryption.schemes,encryption.systems].map(names=>(names??[]).join(", ")).filter(Boolean).join(": ")+(encryption.key_ids?.length>1?`, ${plural(encryption.key_ids.length,"key")}`:"")]);
    if(items.length){
    const roles=new Map();
    for(const{role}of items)roles.set(role,(roles.get(role)??0)+ 1);
    rows.push(["Items",[...roles].map(([role,count])=>count===1?`1 ${role}`:`${formatCount(count)} ${PLURAL_ROLES[role]??`${role}s`}`).join(", ")]);
    }
    if(video)rows.push(...videoFigures(video,described(file,video).frame_rate));
    if(audio)rows.push(["Audio",`${plural(audio.count,"frame")}, ${formatBytes(audio.total)}`]);
    if(video&&audio&&video.isTimed&&audio.isTimed)rows.push(["Audio starts",audio.presentedStart===video.presentedStart?"with video":`${formatTime(Math.abs(audio.presentedStart - video.presentedStart))} ${audio.presentedStart<video.presentedStart?"before":"after"} video`]);
    return rows;
    }
    function described(file,track){return file.facts.info?.tracks?.find(candidate=>candidate.index===track.index)??{};}
    function pictureRate(video,stated){
    const[numerator,denominator=1]=(stated?.ratio??"").split("/").map(Number),exact=numerator / denominator;
    const{display}=video.times,mean=(video.count - 1)/(display[video.count - 1]- display[0]);
    const isEven=Math.abs(mean*video.interval - 1)<0.01||!(mean>0);
    const rate=exact>0?exact:isEven?1 / video.interval:mean;
    return `${formatCount(Number(rate.toPrecision(5)))} /s${exact>0&&!Number.isInteger(exact)?` (${stated.ratio})`:""}${(exact>0?stated.average:!isEven)?" on average, it varies":""}`;
    }
    function videoFigures(video,stated){
    const rows=[],counts={I:0,P:0,B:0};
    let reordering=0,biggest=0;
    for(let i=0;i<video.count;i++){
    const type=(video.flags[i]>>2)&3;
    if(type)counts["IPB"[type - 1]]++;
    reordering=Math.max(reordering,i - video.rank[i],video.rank[i]- i);
    if(video.size[i]>video.size[biggest])biggest=i;
    }
    const types=Object.entries(counts).filter(([,count])=>count).map(([type,count])=>`${formatCount(count)} ${type}`).join(", ");
    rows.push(["Pictures",`${formatCount(video.count)}${types?`: ${types}`:""}`]);
    if(video.isTimed&&(video.hasInterval||stated))rows.push(["Picture rate",pictureRate(video,stated)]);
    if(video.groupCount){
    let longest=0,open=0;
    for(let group=0;group<video.groupCount;group++){
    const[start,end]=video.groupRange(group);
    longest=Math.max(longest,end - start);
    if(video.isOpen(start))open++;
    }
    rows.push(["Groups of pictures",`${formatCount(video.groupCount)}: mean ${formatCount(Number((video.count / video.groupCount).toFixed(1)))}, longest ${plural(longest,"picture")}${open?`, ${formatCount(open)} open`:""}${video.firstGroup?", the first without a key picture":""}`]);
    }else rows.push(["Groups of pictures","no key picture"]);
    rows.push(["Largest picture",`${formatBytes(video.size[biggest])}: ${formatCount(biggest)} (${video.typeName(biggest)})`],
    ["Reordering",reordering?`up to ${plural(reordering,"place")}`:"none"]);
    return rows;
    }
    function definitions(rows){
    return el("dl",{},rows.map(([name,value])=>[el("dt",{},name),el("dd",{},value)]));
    }
    function figuresCard(page){
    const{file}=page.model,rows=keyFigures(file);
    return card("Key figures",definitions(rows),el("p",{class:"no-print"},copyButton(()=>rows.map(row=>row.join(": ")).join("\n"),"Copy figures")));
    }
    function tracksCard(page){
    const{file}=page.model,described=file.facts.info?.tracks??[];
    const rows=file.tracks.map((track,i)=>{
    const info=described.find(candidate=>candidate.index===track.index)??described[i]??{};
    const total=file.facts.totals?.find(candidate=>candidate.track===track.index);
    const picture=info.picture??track.facts,sound=info.sound??track.facts;
    const form=[picture.width?`${picture.width} × ${picture.height}`:null,info.frame_rate?`${info.frame_rate.ratio} /s`:null,
    info.format?.chroma,info.format?.bit_depth?`${info.format.bit_depth} bit`:null,
    sound.sample_rate?`${formatCount(sound.sample_rate)} Hz`:null,sound.channels?plural(sound.channels,"channel"):null,
    info.encrypted?`encrypted${info.key_id?`, key ${info.key_id}`:""}`:null].filter(Boolean).join(", ");
    return el("tr",{},[String(track.index),el("span",{class:"type",style:`color:var(--${page.trackKey(track)})`},track.type),
    codecWords(info,track.facts.codec),codecString(track.facts.codec_string??info.codec_string),form,
    `${formatCount(track.count)}${total?.omitted?` (+${formatCount(total.omitted)} omitted)`:""}`,formatBytes(track.total),
    track.meanRate>0?formatRate(track.meanRate):"–",info.language??"–"].map(cell=>el("td",{},cell)));
    });
    const names=["#","Kind","Codec","Codec string","Format","Samples","Size","Bit rate","Language"];
    return card("Tracks",rows.length?el("div",{class:"scroll-x"},el("table",{class:"tracks"},el("thead",{},el("tr",{},names.map(name=>el("th",{scope:"col"},name)))),el("tbody",{},rows))):el("p",{},absence(file,"No tracks.")));
    }
    function codecWords(info,codec){
    return[info.profile?.startsWith(info.codec)?"":info.codec??codec??"",info.profile?` ${info.profile}`:"",info.level?` @ ${info.level}`:""];
    }
    function codecString(name){return name?[el("code",{},name)," ",copyButton(name)]:"–";}
    const ITEMS_SHOWN=200;
    function itemsCard(page){
    const items=page.model.file.facts.info?.items??[];
    if(!items.length)return null;
    const rows=items.slice(0,ITEMS_SHOWN).map(item=>{
    const{id,role,name,type,hidden,picture,format,targets,bytes}=item;
    const form=[picture?.width?`${picture.width} × ${picture.height}`:null,format?.chroma,format?.bit_depth?`${format.bit_depth} bit`:null,item.auxiliary_type,targets?.length?`of item ${targets.join(", ")}`:null].filter(Boolean).join(", ");
    return el("tr",{},[String(id),[role??type??"",hidden?", hidden":"",name?`: ${name}`:""],codecWords(item,type),codecString(item.codec_string),form,bytes===undefined?"–":formatBytes(bytes)].map(cell=>el("td",{},cell)));
    });
    return card("Items",el("div",{class:"scroll-x"},el("table",{class:"tracks"},el("thead",{},el("tr",{},["ID","Role","Codec","Codec string","Format","Size"].map(name=>el("th",{scope:"col"},name)))),el("tbody",{},rows))),
    items.length>ITEMS_SHOWN?el("p",{class:"muted"},`${formatCount(items.length - ITEMS_SHOWN)} more`):null);
    }
    function metadataCard(page){
    const entries=Object.entries(page.model.file.facts.info?.metadata??{});
    return entries.length?card("Metadata",definitions(entries)):null;
    }
    function buildBuffer(page,host){
    const{model}=page;
    let charts=[];
    const build=()=>{
    for(const chart of charts)page.charts.delete(chart.name);
    const{buffers,video,isTimed}=model.file;
    charts=buffers.map((buffer,i)=>bufferChart(page,buffer,i));
    const stated=charts.map((chart,i)=>[chart.element,bufferFigures(page,buffers[i])]);
    fill(host,stated.length?stated:el("p",{class:video?.isTimed?"muted":"empty"},absence(model.file,`The stream has no HRD parameters, which say the bit rate and size of its buffer${isTimed?"":", and no times"}.`)),
    video?.isTimed?trial(page,video,chart=>{charts[buffers.length]=chart;}):null);
    draw();
    };
    const draw=()=>{for(const chart of charts)chart.invalidate();};
    build();
    model.on("file",build);
    for(const event of["window","select"])model.on(event,draw);
    return{get charts(){return charts;},shown:draw};
    }
    function simulateBuffer(track,rate,size,start=size){
    const{count,times:{decode:times}}=track,fullness=new Float64Array(count);
    let bits=start,underflows=0;
    for(let k=0;k<count;k++){
    if(k)bits=Math.min(size,bits + rate*(times[k]- times[k - 1]));
    fullness[k]=bits;
    bits -=track.size[k]*8;
    if(bits<0)underflows++;
    }
    return{facts:{track:track.index,bit_rate:rate,cpb_size:size,is_cbr:false,underflows,overflows:0},count,times,fullness};
    }
    function trial(page,track,made){
    const level=page.model.file.facts.levels?.find(candidate=>candidate.track===track.index),rates=track.bitRate().bins;
    const peak=rates.reduce((most,bits)=>Math.max(most,bits),1000),body=el("div",{class:"overview"});
    const input=(label,bits)=>el("input",{type:"number",min:1,step:"any",size:10,required:true,"aria-label":label,value:Math.ceil(bits / 1000)});
    const rate=input("Rate in kbit/s",level?.bit_rate??peak),size=input("Size in kbit",level?.cpb_size??peak);
    const share=el("input",{type:"number",min:0,max:100,step:"any",size:4,required:true,"aria-label":"Filled at the first picture in %",value:90});
    const run=()=>{
    if(!(rate.value>0&&size.value>0&&share.value>=0&&share.value<=100))return;
    const capacity=size.value*1000,buffer=simulateBuffer(track,rate.value*1000,capacity,capacity*share.value / 100),chart=bufferChart(page,buffer,"trial","Buffer with this rate and size");
    made(chart);
    fill(body,chart.element,bufferFigures(page,buffer));
    chart.invalidate();
    };
    run();
    return[el("form",{class:"toolbar",onsubmit:event=>{event.preventDefault();run();}},
    el("label",{},"Rate ",rate," kbit/s"),el("label",{},"Size ",size," kbit"),el("label",{},"Filled to ",share," % at the first picture"),el("button",{},"Try"),
    level?el("span",{class:"muted"},`Level ${level.name} allows ${formatRate(level.bit_rate)} and ${formatBits(level.cpb_size)}.`):null),body];
    }
    function removals(page,buffer){
    const track=page.model.file.tracks.find(candidate=>candidate.index===buffer.facts.track);
    return track&&track.count===buffer.count?track:null;
    }
    function findFaults(buffer){
    const{facts,count}=buffer,slack=2 / 90000*facts.bit_rate + 64,faults=buffer.faults={under:[],over:[]};
    for(let k=0;k<count;k++){
    if(buffer.afterAt(k)<-slack)faults.under.push(k);
    if(buffer.fullness[k]>facts.cpb_size + slack)faults.over.push(k);
    }
    }
    function drawFaults(p,frame,color,places,xOf,y,rise){
    let last=-Infinity;
    for(const k of places){
    const x=xOf(k);
    if(x<frame.left||x>frame.right||x - last<1)continue;
    last=x;
    p.area([x - 4,y,x + 4,y,x,y + rise],color);
    }
    }
    function bufferChart(page,buffer,i,title=`${buffer.facts.standard} buffer fullness, SchedSelIdx ${buffer.facts.sched_sel_idx}`){
    const{model}=page,{facts}=buffer,track=removals(page,buffer);
    const isKnownAfter=buffer.removed||track&&facts.standard!=="VCL",removed=k=>(buffer.removed?buffer.removed[k]:track.size[k]*8);
    const after=buffer.afterAt=k=>(isKnownAfter?buffer.fullness[k]- removed(k):buffer.fullness[k]);
    buffer.before??=new MinMaxPyramid(buffer.count,k=>buffer.fullness[k]);
    buffer.after??=new MinMaxPyramid(buffer.count,after);
    if(!buffer.faults)findFaults(buffer);
    const level=facts.level_cpb_size>0&&facts.level_cpb_size!==facts.cpb_size&&facts.level_cpb_size<=facts.cpb_size*3?facts.level_cpb_size:0;
    const start=buffer.count?buffer.times[0]:0,shift=track?track.times.decode[0]- start:0;
    const timeOf=k=>buffer.times[k]+ shift,placeAt=time=>upperBound(buffer.times,time - shift)- 1;
    const at=time=>Math.max(0,Math.min(buffer.count - 1,placeAt(time)));
    return new Chart(page,{
    name:`buffer-${i}`,title,height:300,left:78,
    domain:()=>[model.window.start,model.window.end],
    range:()=>[Math.min(0,buffer.after.range(0,buffer.count)?.[0]??0),Math.max(facts.cpb_size,level,buffer.before.range(0,buffer.count)?.[1]??0)*1.06],
    note:()=>`${formatRate(facts.bit_rate)}, ${formatBits(facts.cpb_size)}, ${facts.is_cbr?"constant":"variable"} bit rate` +(facts.level_cpb_size?`; the level allows ${formatBits(facts.level_cpb_size)}`:""),
    legend:()=>[{key:"c1",label:`bits in the buffer${isKnownAfter?"":" before each removal"}`},{key:"error",label:"limits, underflows and overflows"},...(level?[{key:"warning",label:"limit of the level"}]:[])],
    label:()=>`${plural(facts.underflows,"underflow")}, ${plural(facts.overflows,"overflow")}.`,
    paint(p,frame,colors){
    drawAxes(p,frame,colors,{formatY:formatBits});
    p.clip(frame.left,frame.top,frame.w,frame.h);
    const from=Math.max(0,placeAt(frame.domain[0])- 1),to=Math.min(buffer.count,placeAt(frame.domain[1])+ 3);
    if(to - from<=frame.w){
    const points=[];
    for(let k=from;k<to;k++)points.push(frame.x(timeOf(k)),frame.y(buffer.fullness[k]),frame.x(timeOf(k)),frame.y(after(k)));
    if(points.length)p.area([points[0],frame.y(0),...points,points.at(-2),frame.y(0)],colors.c1,0.18);
    p.line(points,colors.c1);
    }else{
    const columns=[];
    for(let x=0,last=from;x<frame.w;x++){
    const next=Math.min(to,Math.max(last,placeAt(frame.fromX(frame.left + x + 1))+ 1));
    if(next===last)continue;
    const top=frame.y(buffer.before.range(last,next)[1]),bottom=frame.y(buffer.after.range(last,next)[0]);
    last=next;
    columns.push(frame.left + x,top,1,Math.max(1.2,bottom - top));
    }
    p.rects(columns,colors.c1);
    }
    for(const limit of[0,facts.cpb_size])p.line([frame.left,frame.y(limit),frame.right,frame.y(limit)],colors.error,{width:1.5,dash:[6,4]});
    if(level)p.line([frame.left,frame.y(level),frame.right,frame.y(level)],colors.warning,{width:1.5,dash:[2,4]});
    drawFaults(p,frame,colors.error,buffer.faults.over,k=>frame.x(timeOf(k)),frame.top,8);
    drawFaults(p,frame,colors.error,buffer.faults.under,k=>frame.x(timeOf(k)),frame.bottom,-8);
    p.unclip();
    if(level)p.text(frame.left + 4,frame.y(level)- 5,`MaxCPB ${formatBits(level)}`,colors.muted);
    const top=frame.y(facts.cpb_size);
    p.text(frame.right - 4,top - 5<frame.top + 12?top + 14:top - 5,`CpbSize ${formatBits(facts.cpb_size)}`,colors.error,{align:"right"});
    },
    tip:time=>(buffer.count?[`Removal at ${formatTime(timeOf(at(time)),4)}`,`before: ${formatBits(buffer.fullness[at(time)])} (${(buffer.fullness[at(time)]/ facts.cpb_size*100).toFixed(1)} %)`,
    isKnownAfter?`after: ${formatBits(after(at(time)))}`:null].filter(Boolean):null),
    pick:time=>{if(track)model.selectSample(track,at(time),"chart");},
    zoom:(low,high)=>model.setTimes(low,high),
    csv:()=>csvText(["removal_seconds","fullness_before_bits","fullness_after_bits"],Array.from(buffer.times,(_,k)=>[timeOf(k),buffer.fullness[k],isKnownAfter?after(k):null])),
    });
    }
    function faultLinks(page,buffer,places){
    const track=removals(page,buffer);
    return places.slice(0,12).map(k=>el("button",{class:"link",onclick:()=>{
    if(track)page.model.selectSample(track,k,"buffer");
    const time=track?track.times.decode[k]:buffer.times[k];
    page.model.setTimes(time - 1,time + 1);
    }},track?`picture ${formatCount(k)}`:formatTime(buffer.times[k],3)));
    }
    function bufferFigures(page,buffer){
    const{facts}=buffer,before=buffer.before.range(0,buffer.count);
    const{under,over}=buffer.faults;
    return definitions([
    ["Underflows",facts.underflows?`${plural(facts.underflows,"picture")} not complete when removed`:"none"],
    ["Overflows",facts.overflows?plural(facts.overflows,"time"):"none"],
    ...(under.length?[["Below 0 at",el("span",{class:"links"},faultLinks(page,buffer,under),under.length>12?` and ${formatCount(under.length - 12)} more`:"")]]:[]),
    ...(over.length?[["Above CpbSize at",el("span",{class:"links"},faultLinks(page,buffer,over),over.length>12?` and ${formatCount(over.length - 12)} more`:"")]]:[]),
    ...(facts.level_cpb_size?[["Limit of the level",`${formatBits(facts.level_cpb_size)} (MaxCPB), ${(facts.cpb_size / facts.level_cpb_size*100).toFixed(0)} % used by CpbSize`]]:[]),
    ["Fullness before removal",before?`${formatBits(before[0])} to ${formatBits(before[1])}`:"unknown"],
    ["Delay when full",formatTime(facts.cpb_size / facts.bit_rate)],
    ]);
    }
    const MAP_ROW=26;
    const MAP_DEPTH_MAX=6;
    const MAP_COLORS=["c1","c2","c3","c4","c5","c6"];
    function buildMap(page,host){
    const{model}=page,chart=mapChart(page);
    fill(host,chart.element);
    for(const event of["bytes","select","file"])model.on(event,()=>chart.invalidate());
    return{charts:[chart],shown:()=>chart.invalidate()};
    }
    function regions(file){
    const kinds=file.facts.map_kinds??[];
    return(file.facts.map??[]).map(([offset,size,kind])=>({offset,size,kind:kinds[kind]??"?"}));
    }
    function fileUnits(file){
    const kind={flv:"tag",adts:"frame"}[file.facts.format];
    if(!kind)return null;
    const tail=kind==="tag"?4:0,header=kind==="tag"?[11,40]:[7,9];
    const tracks=file.tracks.filter(track=>track.count),total=tracks.reduce((sum,track)=>sum + track.count,0);
    const units={kind,count:total,starts:new Float64Array(total),ends:new Float64Array(total),tracks:new Uint16Array(total),samples:new Uint32Array(total),classes:new Uint8Array(total)};
    const at=tracks.map(()=>0),places=tracks.map(track=>track.byPlace),heads=tracks.map(()=>Infinity),apart=[];
    for(let k=0,end=kind==="tag"?13:0;k<total;k++){
    let next=-1;
    for(let t=0;t<tracks.length;t++){
    if(at[t]<tracks[t].count&&(next<0||tracks[t].offset[places[t][at[t]]]<tracks[next].offset[places[next][at[next]]]))next=t;
    }
    const track=tracks[next],sample=places[next][at[next]++],offset=track.offset[sample],gap=offset - end;
    if(gap>=header[0]&&gap<=header[1])heads[next]=Math.min(heads[next],gap);else apart.push([k,next,end,offset]);
    units.starts[k]=end;
    units.ends[k]=end=offset + track.size[sample]+ tail;
    [units.tracks[k],units.samples[k],units.classes[k]]=[track.position,sample,track.classOf[sample]];
    }
    const{index,nodes}=file.source;
    for(const[k,t,end,offset]of apart){
    const[place]=index.path(index.at(offset)),known=nodes[place]?.[1];
    units.starts[k]=kind==="tag"&&known>=end&&known + header[0]<=offset?known:Math.max(end,offset -(heads[t]<Infinity?heads[t]:header[0]));
    }
    return units;
    }
    function unitWith(units,offset){
    const k=upperBound(units.starts,offset)- 1;
    return k>=0&&offset<units.ends[k]?k:-1;
    }
    function mapRows(file){
    if(file.mapRows)return file.mapRows;
    const{source}=file,rows=[],all=regions(file),units=fileUnits(file);
    if(units?.count)rows.push({name:units.kind==="tag"?"Tags":"Frames",units,holes:[]});
    else rows.push({name:"File",spans:all.filter(region=>region.kind!=="unreferenced"),holes:all.filter(region=>region.kind==="unreferenced")});
    let level=[...source.index.children(-1)];
    for(let depth=0;depth<MAP_DEPTH_MAX&&level.length;depth++){
    rows.push({name:depth?`Depth ${depth}`:"Tree",spans:level.map(node=>({node,offset:source.nodes[node][1],size:source.nodes[node][2],kind:source.nodes[node][3]}))});
    level=level.flatMap(node=>[...source.index.children(node)]);
    }
    for(const track of file.tracks)if(track.count)rows.push({name:`Track ${track.index}`,track});
    return file.mapRows=rows;
    }
    function drawnClasses(file){
    const drawn=file.tracks.filter(track=>track.count).flatMap(track=>track.classes);
    return[...new Map(drawn.map(kind=>[kind.key,kind])).values()];
    }
    function mapChart(page){
    const{model}=page;
    const rowAt=(y,frame)=>mapRows(model.file)[Math.floor((y - frame.top - 20)/ MAP_ROW)];
    return new Chart(page,{
    name:"map",title:"The file, byte by byte",height:()=>40 + MAP_ROW*mapRows(model.file).length,left:78,bottom:8,
    domain:()=>model.byteWindow,range:()=>[0,1],
    note:()=>`${formatBytes(Math.min(model.file.size,model.byteWindow[1]- model.byteWindow[0]))} of ${formatBytes(model.file.size)}` +
    (model.file.facts.map_omitted?`, ${formatCount(model.file.facts.map_omitted)} regions omitted`:""),
    legend:()=>[...drawnClasses(model.file),{key:"hole",label:"unreferenced"}],
    label:()=>{const{units}=mapRows(model.file)[0];return units?`${plural(units.count,units.kind)}.`:`${plural(regions(model.file).length,"region")}.`;},
    paint(p,frame,colors){
    const ticks=niceTicks(...frame.domain,frame.w / 110,byteSteps),names=tickLabels(ticks,frame.domain[1]- frame.domain[0]<65536?offset=>`${formatCount(offset)} B`:formatBytes);
    for(const[k,offset]of ticks.entries()){
    const x=Math.round(frame.x(offset))+ 0.5;
    p.line([x,frame.top + 14,x,frame.bottom],colors.grid,{width:1});
    tickText(p,frame,x,frame.top + 8,names[k],colors.muted);
    }
    mapRows(model.file).forEach((row,r)=>{
    const y=frame.top + 20 + r*MAP_ROW;
    p.text(frame.left - 8,y + 15,row.name,colors.muted,{align:"right"});
    p.clip(frame.left,y,frame.w,MAP_ROW - 4);
    p.rects([frame.left,y,frame.w,MAP_ROW - 4],colors.panel);
    if(row.units)drawUnits(p,frame,colors,row.units,y,MAP_ROW - 4);
    else if(row.track)drawSamples(p,frame,colors,row.track,y,MAP_ROW - 4);else drawSpans(p,frame,colors,row.spans,y,MAP_ROW - 4);
    if(row.holes)drawHoles(p,frame,colors,row.holes,y,MAP_ROW - 4);
    p.unclip();
    });
    const chosen=model.selection;
    if(chosen){
    const x=frame.x(chosen.offset),w=Math.max(2,chosen.size*frame.kx);
    if(x<frame.right&&x + w>frame.left)p.line([Math.max(x,frame.left),frame.top + 17,Math.min(x + w,frame.right),frame.top + 17],colors.accent,{width:5});
    }
    },
    tip(value,y,frame){
    const offset=Math.floor(value),row=rowAt(y,frame),lines=[`Byte ${formatCount(offset)} (${formatOffset(offset)})`];
    const sample=row?.track?row.track.sampleWith(offset):-1,unit=row?.units?unitWith(row.units,offset):-1;
    if(unit>=0)lines.push(unitLine(model.file,row.units,unit));
    if(sample>=0)lines.push(`Sample ${formatCount(sample)} (${row.track.typeName(sample)}), ${formatBytes(row.track.size[sample])}`);
    const hole=mapRows(model.file)[0].holes.find(found=>offset>=found.offset&&offset<found.offset + found.size);
    if(hole)lines.push(`Unreferenced, ${formatBytes(hole.size)}`);
    const{source}=model.file,path=source.index.path(source.index.at(offset));
    if(path.length)lines.push(path.map(node=>source.nodes[node][3]).join(" › "),`${formatBytes(source.nodes[path.at(-1)][2])} at ${formatOffset(source.nodes[path.at(-1)][1])}`);
    return lines;
    },
    pick(value,y,frame){
    const offset=Math.max(0,Math.min(model.file.size - 1,Math.floor(value))),row=rowAt(y,frame);
    const sample=row?.track?row.track.sampleWith(offset):-1;
    if(sample>=0){model.selectSample(row.track,sample,"map");return;}
    const unit=row?.units?unitWith(row.units,offset):-1;
    if(unit>=0){model.selectSample(model.file.tracks[row.units.tracks[unit]],row.units.samples[unit],"map");return;}
    const span=row?.spans?.find(found=>found.node!==undefined&&offset>=found.offset&&offset<found.offset + found.size);
    if(span)model.selectNode(span.node,-1,"map");else model.selectByte(offset,"map");
    },
    zoom:(low,high)=>model.setBytes(low,high),
    csv:()=>unitsCSV(model.file)??csvText(["offset_bytes","size_bytes","kind"],regions(model.file).map(region=>[region.offset,region.size,region.kind])),
    });
    }
    function unitLine(file,units,unit){
    const track=file.tracks[units.tracks[unit]],sample=units.samples[unit];
    return `${units.kind==="tag"?"Tag":"Frame"} of ${track.type} ${track.index}, sample ${formatCount(sample)} (${track.typeName(sample)}), ${formatBytes(units.ends[unit]- units.starts[unit])}`;
    }
    function unitsCSV(file){
    const{units}=mapRows(file)[0];
    return units?csvText(["offset_bytes","size_bytes","kind","track","sample"],Array.from(units.starts,(start,k)=>
    [start,units.ends[k]- start,units.kind,file.tracks[units.tracks[k]].index,units.samples[k]])):null;
    }
    function drawUnits(p,frame,colors,units,y,height){
    const lists=sampleClasses.map(()=>[]),first=Math.max(0,upperBound(units.starts,frame.domain[0])- 1),last=upperBound(units.starts,frame.domain[1]);
    if(last - first<=frame.w*2){
    for(let k=first;k<last;k++){
    const w=(units.ends[k]- units.starts[k])*frame.kx;
    lists[units.classes[k]].push(frame.x(units.starts[k]),y,Math.max(0.7,w -(w>4?1:0)),height);
    }
    }else{
    for(let x=0;x<frame.w;x++){
    const k=upperBound(units.starts,frame.fromX(frame.left + x + 1))- 1;
    if(k>=0&&units.ends[k]>=frame.fromX(frame.left + x))lists[units.classes[k]].push(frame.left + x,y,1,height);
    }
    }
    lists.forEach((list,c)=>p.rects(list,colors[sampleClasses[c].key]));
    }
    function kindColor(kind){
    if(kind==="mdat"||kind==="free"||kind==="skip")return "other";
    let sum=0;
    for(let i=0;i<kind.length;i++)sum=(sum*31 + kind.charCodeAt(i))%9973;
    return MAP_COLORS[sum%MAP_COLORS.length];
    }
    function drawSpans(p,frame,colors,spans,y,height){
    const lists=new Map();
    let last=-Infinity;
    for(const span of spans){
    const x=Math.max(frame.left,frame.x(span.offset)),end=Math.min(frame.right,frame.x(span.offset + span.size));
    if(end<frame.left||x>frame.right||end<last + 0.5)continue;
    const w=Math.max(1,end - x -(end - x>4?1:0)),key=kindColor(span.kind);
    last=end;
    if(!lists.has(key))lists.set(key,[]);
    lists.get(key).push(x,y,w,height);
    }
    for(const[key,list]of lists)p.rects(list,colors[key],0.28);
    for(const[key,list]of lists)p.rects(list.map((v,i)=>(i%4===3?3:v)),colors[key]);
    for(const span of spans){
    const x=Math.max(frame.left,frame.x(span.offset)),end=Math.min(frame.right,frame.x(span.offset + span.size));
    if(end - x>30&&end - x>p.textWidth(mapLabel(span.kind))+ 8)p.text(x + 4,y + 16,mapLabel(span.kind),colors.text);
    }
    }
    function drawHoles(p,frame,colors,holes,y,height){
    const list=[];
    for(const hole of holes){
    const x=frame.x(hole.offset),end=frame.x(hole.offset + hole.size);
    if(end>=frame.left&&x<=frame.right)list.push(Math.max(x,frame.left - 2),y + 3,Math.max(1.5,Math.min(end,frame.right + 2)- Math.max(x,frame.left - 2)),height - 3);
    }
    p.rects(list,colors.hole);
    }
    function drawSamples(p,frame,colors,track,y,height){
    const placed=track.byPlace,offsets=track.placedOffsets,lists=sampleClasses.map(()=>[]);
    const first=Math.max(0,upperBound(offsets,frame.domain[0])- 1),last=upperBound(offsets,frame.domain[1]);
    const add=(sample,x,w)=>lists[track.classOf[sample]].push(x,y,w,height);
    if(last - first<=frame.w*2){
    for(let k=first;k<last;k++){
    const x=frame.x(track.offset[placed[k]]),w=track.size[placed[k]]*frame.kx;
    add(placed[k],x,Math.max(0.7,w -(w>4?1:0)));
    }
    }else{
    for(let x=0;x<frame.w;x++){
    const end=upperBound(offsets,frame.fromX(frame.left + x + 1))- 1;
    if(end<0)continue;
    const sample=placed[end];
    if(track.offset[sample]+ track.size[sample]>=frame.fromX(frame.left + x))add(sample,frame.left + x,1);
    }
    }
    lists.forEach((list,c)=>p.rects(list,colors[sampleClasses[c].key]));
    }
    function mapLabel(kind){
    return visibleText(kind,40);
    }
    const HEX_COLUMNS=16;
    class TreeRows{
    constructor(file){
    this.file=file;
    this.nodes=file.source.nodes.length;
    this.tracks=file.tracks.filter(track=>track.count);
    this.open=new Set();
    this.build();
    }
    build(){
    this.ids=[];
    const visit=(node,depth)=>{
    this.ids.push([node,depth]);
    if(this.open.has(node)&&depth<64)for(const child of this.file.source.index.children(node))visit(child,depth + 1);
    };
    for(const node of this.file.source.index.children(-1))visit(node,0);
    this.count=this.ids.length;
    this.groups=this.tracks.map((track,t)=>{
    const start=this.count,isOpen=this.open.has(this.nodes + t);
    this.count +=1 +(isOpen?track.count:0);
    return{start,isOpen};
    });
    this.rowOf=new Map(this.ids.map(([node],row)=>[node,row]));
    }
    at(row){
    if(row<this.ids.length)return{node:this.ids[row][0],depth:this.ids[row][1]};
    for(let t=this.groups.length - 1;t>=0;t--){
    const{start}=this.groups[t];
    if(row===start)return{group:t};
    if(row>start)return{track:this.tracks[t],sample:row - start - 1,group:t,depth:1};
    }
    return{};
    }
    toggle(id,open=!this.open.has(id)){
    if(open)this.open.add(id);else this.open.delete(id);
    this.build();
    }
    show(node){
    const path=this.file.source.index.path(node).slice(0,-1);
    if(path.some(parent=>!this.open.has(parent))){for(const parent of path)this.open.add(parent);this.build();}
    return this.rowOf.get(node)??-1;
    }
    showSample(track,sample){
    const t=this.tracks.indexOf(track);
    if(t<0)return -1;
    if(!this.groups[t].isOpen)this.toggle(this.nodes + t,true);
    return this.groups[t].start + 1 + sample;
    }
    }
    class HexRows{
    constructor(file){
    const size=file.size;
    this.parts=[];
    let row=0,at=0;
    const hole=to=>{if(to>at)this.parts.push({row:row++,start:at,end:to,isHole:true});};
    for(const[start,end]of file.source.ranges()){
    hole(start);
    const first=Math.floor(start / HEX_COLUMNS);
    this.parts.push({row,start,end,first});
    row +=Math.ceil(end / HEX_COLUMNS)- first;
    at=end;
    }
    hole(size);
    this.count=row;
    }
    partAt(row){
    let low=0,high=this.parts.length;
    while(low<high){const middle=(low + high)>>1;if(this.parts[middle].row<=row)low=middle + 1;else high=middle;}
    return this.parts[low - 1];
    }
    rowOf(offset){
    const part=this.parts.find(candidate=>offset<candidate.end);
    if(!part)return -1;
    return part.isHole?part.row:part.row + Math.floor(offset / HEX_COLUMNS)- part.first;
    }
    }
    function buildTree(page,host){
    const{model}=page;
    let rows,hex;
    const state={row:-1,isListed:false,cache:new Map()};
    const details=el("div",{class:"details",tabindex:0,"aria-label":"Elements"});
    const tree=new VirtualList({
    name:"tree",label:"Structure of the file",role:"tree",rowHeight:24,
    count:()=>rows.count,selected:()=>state.row,
    attributes(row){
    const{node,group,sample,depth=0}=rows.at(row),id=node??(sample===undefined?rows.nodes + group:-1);
    const hasChildren=sample===undefined&&(node===undefined||model.file.source.index.children(node).length>0);
    return{"aria-level":depth + 1,"aria-expanded":hasChildren?String(rows.open.has(id)):null,style:`padding-left:${depth*16 + 4}px`};
    },
    row:row=>treeRow(model.file,rows,row),
    pick(row,event){
    const{node,group,track,sample}=rows.at(row);
    const isGroup=node===undefined&&sample===undefined;
    if(event?.target?.classList?.contains("twist")||isGroup){
    if(event?.type!=="keydown")rows.toggle(node??rows.nodes + group);
    state.row=row;
    tree.render();
    return;
    }
    state.isListed=sample!==undefined;
    if(sample!==undefined)model.selectSample(track,sample,"tree");else model.selectNode(node,-1,"tree");
    },
    key(event,row){
    if(event.key!=="ArrowRight"&&event.key!=="ArrowLeft"&&event.key!=="Enter"&&event.key!==" ")return false;
    if(row<0)return true;
    const{node,group,sample}=rows.at(row),id=node??rows.nodes + group;
    if(event.key==="ArrowLeft"&&!rows.open.has(id)&&node!==undefined){
    const{parent}=model.file.source.node(node);
    if(parent>=0)model.selectNode(parent,-1,"tree");
    }else if(event.key==="ArrowLeft"&&sample!==undefined){
    state.row=rows.groups[group].start;
    tree.render();
    tree.reveal(state.row);
    }else if(sample===undefined){rows.toggle(id,event.key==="ArrowRight"?true:event.key==="ArrowLeft"?false:undefined);tree.render();}
    return true;
    },
    });
    const bytes=new VirtualList({
    name:"hex",label:"Bytes",rowHeight:22,scrolls:true,
    count:()=>hex.count,selected:()=>-1,
    row:row=>hexRow(page,hex,state.cache,row,()=>bytes.render()),
    pick(row,event){
    const cell=event.target?.closest?.("[data-offset]");
    if(cell)model.selectByte(Number(cell.dataset.offset),"bytes");
    },
    key(event){
    const by={ArrowRight:1,ArrowLeft:-1,ArrowDown:HEX_COLUMNS,ArrowUp:-HEX_COLUMNS}[event.key];
    if(!by||!model.selection)return false;
    const{offset,size}=model.selection,next=offset +(by>0?Math.max(by,size):by);
    model.selectByte(Math.max(0,Math.min(model.file.size - 1,next)),"bytes");
    return true;
    },
    });
    fill(host,el("div",{class:"tree-view"},el("section",{},el("h3",{},"Structure"),tree.element),
    el("section",{},el("h3",{},"Elements"),details),el("section",{class:"wide"},el("h3",{},"Bytes ",copyButton(()=>selectedHex(model),"Copy as hex")),bytes.element)));
    const open=()=>{
    rows=new TreeRows(model.file);
    hex=new HexRows(model.file);
    state.cache=new Map();
    state.row=-1;
    for(const node of model.file.source.index.children(-1))if(model.file.source.index.children(node).length<=12)rows.open.add(node);
    rows.build();
    show();
    };
    const show=()=>{
    if(host.hidden)return;
    const{selection}=model;
    if(!selection)state.row=-1;
    else if(selection.by==="tree"&&state.isListed&&selection.sample>=0)state.row=rows.showSample(selection.track,selection.sample);
    else if(selection.node>=0)state.row=rows.show(selection.node);
    else state.row=selection.sample>=0?rows.showSample(selection.track,selection.sample):-1;
    const focused=details.contains(document.activeElement)&&document.activeElement!==details?document.activeElement:null;
    fill(details,elements(page));
    if(focused)(details.querySelector(`[data-field="${focused.dataset.field}"]`)??details).focus({preventScroll:true});
    details.querySelector("[aria-current=true]")?.scrollIntoView({block:"nearest"});
    tree.render();
    tree.reveal(state.row);
    bytes.render();
    if(selection)bytes.reveal(hex.rowOf(selection.offset));
    };
    open();
    model.on("file",open);
    model.on("select",show);
    page.views.tree={tree,bytes,get rows(){return rows;},get hex(){return hex;}};
    return{charts:[],shown:show};
    }
    async function selectedHex({selection,file}){
    const bytes=selection?await file.source.bytes(selection.offset,Math.min(selection.size,1<<16)).catch(()=>null):null;
    return Array.from(bytes??[],byte=>byte.toString(16).toUpperCase().padStart(2,"0")).join(" ");
    }
    function treeRow(file,rows,row){
    const{node,group,track,sample}=rows.at(row);
    const twist=(id,has)=>el("span",{class:"twist","aria-hidden":"true"},has?(rows.open.has(id)?"▾":"▸"):"");
    if(sample!==undefined){
    return[twist(-1,false),el("span",{class:"name"},`${track.typeName(sample)} ${formatCount(sample)}`),
    el("span",{class:"muted"},`${formatBytes(track.size[sample])} at ${formatOffset(track.offset[sample])}`)];
    }
    if(node===undefined){
    const{index,type,codec,count}=rows.tracks[group];
    return[twist(rows.nodes + group,true),el("span",{class:"name"},`Track ${index}`),el("span",{class:"muted"},`${type} ${codec}, ${plural(count,"sample")}`)];
    }
    const{name,title,size,offset}=file.source.node(node);
    return[twist(node,file.source.index.children(node).length>0),el("span",{class:"name"},name),el("span",{class:"title"},title===name||title==="Box"?"":title),
    el("span",{class:"muted"},`${formatBytes(size)} at ${formatOffset(offset)}`)];
    }
    function elements(page){
    const{model}=page,{selection}=model,{source}=model.file;
    if(!selection)return el("p",{class:"muted"},"Select a structure, a picture or a byte.");
    const sample=selection.sample>=0?describeSample(selection.track,selection.sample):null;
    const made=[];
    if(selection.node>=0){
    const node=source.node(selection.node),path=source.index.path(selection.node).map(i=>source.nodes[i][3]).join(" › ");
    made.push(el("h4",{},path),el("p",{class:"muted"},`${node.title?node.title + ", ":""}${formatBytes(node.size)} at ${formatCount(node.offset)} (${formatOffset(node.offset)})`));
    if(node.sentence)made.push(el("p",{},node.sentence));
    if(node.clause)made.push(el("p",{class:"muted"},node.clause));
    if(selection.field>=0&&node.fields[selection.field])made.push(chosenField(page,node.fields[selection.field]));
    if(node.fields.length){
    made.push(el("div",{class:"fields",role:"listbox","aria-label":"Syntax elements"},node.fields.map((field,i)=>el("button",{role:"option","data-field":i,
    "aria-current":String(i===selection.field),"aria-selected":String(i===selection.field),style:`padding-left:${6 + Math.min(12,field.depth)*12}px`,
    onclick:()=>model.selectNode(selection.node,i,"field")},el("span",{class:"name"},field.name),el("span",{class:"value"},field.value)))),
    el("p",{},copyButton(()=>node.fields.map(field=>`${field.name}\t${field.value}`).join("\n"),"Copy elements")));
    }else made.push(el("p",{class:"muted"},"The report holds no elements of this structure."));
    }else if(!sample)made.push(el("p",{class:"muted"},absence(model.file,`Byte ${formatCount(selection.offset)} belongs to no structure in this report.`)));
    if(source.layers)made.push(layersOf(source,selection));
    if(sample)made.push(el("h4",{},"Sample"),definitions(sample),copyButton(()=>sample.map(row=>row.join(": ")).join("\n"),"Copy sample"));
    return made;
    }
    function layersOf(source,selection){
    const known=[...source.asked.keys()].findLast(at=>at>=selection.offset&&at<selection.offset + selection.size),offset=known??selection.offset;
    const box=el("section",{class:"layers",tabindex:-1,"aria-label":"What owns this byte"});
    const line=({kind,name,value,page})=>[el("p",{},el("span",{class:"muted"},`${kind} `),el("strong",{},name),value===undefined?null:` = ${value}`),
    page?.meaning?el("p",{},page.meaning):null,page?.clause?el("p",{class:"muted"},page.clause):null];
    const show=()=>source.layers(offset).then(layers=>fill(box,el("h4",{},`Byte ${formatCount(offset)}`),layers.map(line)),error=>fill(box,el("p",{},error.message)));
    if(known!==undefined)show();
    else fill(box,el("button",{class:"small",onclick:()=>{show();box.focus();}},"Explain this byte"));
    return box;
    }
    function chosenField(page,field){
    const place=`bit ${formatCount(field.bit%8)} of byte ${formatCount(Math.floor(field.bit / 8))} (${formatOffset(field.bit / 8)}), ${plural(field.bits,"bit")}`;
    const box=el("div",{class:"chosen"},el("p",{},el("strong",{},field.name)," = ",field.value),field.sentence?el("p",{},field.sentence):null,
    field.clause?el("p",{class:"muted"},field.clause):null,el("p",{class:"muted"},place));
    const first=Math.floor(field.bit / 8),length=Math.ceil((field.bit + field.bits)/ 8)- first;
    if(length<=8)page.model.file.source.bytes(first,length).then(bytes=>{
    if(!bytes)return;
    const bits=el("p",{class:"bits","aria-label":"Bits of the element"});
    bytes.forEach((byte,i)=>{
    for(let k=0;k<8;k++){
    const at=(first + i)*8 + k,isMarked=at>=field.bit&&at<field.bit + field.bits;
    bits.append(el(isMarked?"b":"span",{},String((byte>>(7 - k))&1)));
    }
    bits.append(" ");
    });
    box.append(bits);
    },error=>box.append(el("p",{class:"muted"},error.message)));
    return box;
    }
    function markedBits({model}){
    const{selection}=model;
    if(!selection)return[0,0];
    if(selection.field>=0){
    const field=model.file.source.node(selection.node).fields[selection.field];
    if(field)return[field.bit,field.bit + field.bits];
    }
    return[selection.offset*8,(selection.offset + selection.size)*8];
    }
    function hexRow(page,hex,cache,row,render){
    const part=hex.partAt(row),{source}=page.model.file;
    const[first,end]=markedBits(page);
    if(part.isHole){
    const isMarked=first<part.end*8&&end>part.start*8;
    return el("span",{class:`hole ${isMarked?"on":""}`},`${plural(part.end - part.start,"byte")} from ${formatOffset(part.start)} that this report does not hold`);
    }
    const line=(part.first + row - part.row)*HEX_COLUMNS,from=Math.max(line,part.start),to=Math.min(line + HEX_COLUMNS,part.end);
    const bytes=cache.get(row);
    if(bytes===undefined){
    if(cache.size>4000)cache.clear();
    cache.set(row,null);
    source.bytes(from,to - from).then(found=>{cache.set(row,found??"these bytes cannot be read");render();},
    error=>{if(error.message==="stopped")cache.delete(row);else{cache.set(row,error.message);render();}});
    }
    if(typeof bytes==="string")return[el("span",{class:"offset"},line.toString(16).toUpperCase().padStart(8,"0")),el("span",{class:"hole"},bytes)];
    const cells=[],letters=[];
    for(let k=0;k<HEX_COLUMNS;k++){
    const offset=line + k,byte=bytes&&offset>=from&&offset<to?bytes[offset - from]:undefined;
    const bits=Math.min(end,offset*8 + 8)- Math.max(first,offset*8),mark=bits>=8?"on":bits>0?"part":"";
    cells.push(el("span",{class:`byte ${mark}`,"data-offset":byte===undefined?null:offset},byte===undefined?"  ":byte.toString(16).toUpperCase().padStart(2,"0")));
    letters.push(el("span",{class:`letter ${mark}`,"data-offset":byte===undefined?null:offset},byte===undefined?" ":byte>32&&byte<127?String.fromCharCode(byte):"·"));
    }
    return[el("span",{class:"offset"},line.toString(16).toUpperCase().padStart(8,"0")),el("span",{class:"cells"},cells),el("span",{class:"letters"},letters)];
    }
    function buildDiff(page,host){
    const{facts,files}=page.model,{diff}=facts,rows=diff.differences??[];
    const names=files.map((file,i)=>`${"AB"[i]}: ${file.facts.name}`);
    const filter=el("input",{type:"search",placeholder:"Filter","aria-label":"Filter differences",oninput:()=>list()});
    const body=el("tbody",{}),note=el("span",{class:"muted",role:"status"});
    const header=cells=>el("thead",{},el("tr",{},cells.map(cell=>el("th",{scope:"col"},cell))));
    const list=()=>{
    const wanted=filter.value.toLowerCase();
    const found=rows.filter(row=>!wanted||[row.part,row.section,row.name,row.a,row.b].some(text=>String(text??"").toLowerCase().includes(wanted)));
    fill(note,plural(found.length,"difference"));
    fill(body,found.slice(0,2000).map(row=>el("tr",{class:`change-${row.change}`},
    [row.part,row.section,row.name,samplesOf(row),row.change].map(cell=>el("td",{},cell)),
    [row.a,row.b].map((value,side)=>el("td",{class:"value"},value??"–",showButton(page,row,side))))));
    };
    const figures=files.map(file=>new Map(keyFigures(file))),keys=[...new Set(figures.flatMap(map=>[...map.keys()]))];
    const hidden=(diff.hidden??[]).map(item=>el("li",{},typeof item==="object"?Object.values(item).join(": "):String(item)));
    const unlisted=(diff.hidden??[]).reduce((sum,{count=0})=>sum + count,0);
    fill(host,el("section",{class:"card"},el("h2",{},diff.equal?"The files are equal":plural(rows.length + unlisted,"difference")),
    el("p",{},Object.entries(diff.counts??{}).map(([part,count])=>`${part}: ${count}`).join(", ")),
    hidden.length?[el("p",{},"Not listed:"),el("ul",{},hidden)]:null,
    el("table",{class:"sides"},header(["",...names]),el("tbody",{},keys.map(key=>{
    const values=figures.map(map=>map.get(key)??"–");
    return el("tr",{class:values[0]===values[1]?"":"change-changed"},el("th",{scope:"row"},key),values.map(value=>el("td",{},value)));
    })))),
    rows.length?el("section",{class:"card"},el("h2",{},"Differences"),el("p",{class:"no-print"},filter," ",note," ",
    el("button",{class:"small",onclick:()=>download(`${page.baseName()}-differences.csv`,"text/csv",diffCSV(rows))},"CSV")),
    el("div",{class:"scroll-x"},el("table",{class:"differences"},header(["Part","Section","Name","Samples","Change",...names]),body))):null);
    list();
    return{charts:[],shown(){}};
    }
    function showButton(page,row,side){
    const{model}=page,file=model.files[side],[number,sample]=side?[row.track_b,row.sample_b]:[row.track_a,row.sample_a];
    const button=(view,show)=>el("button",{class:"small","aria-label":`Show it in file ${"AB"[side]}`,onclick:()=>page.go(view,()=>{model.openFile(side);show();})},"Show");
    if(sample!==undefined){
    const track=file.tracks.find(({index,count})=>index===number&&sample<count);
    return track?button("timeline",()=>{model.setTrack(track);model.selectSample(track,sample,"difference");model.reveal();}):null;
    }
    if(row.part!=="container"||[row.a,row.b][side]===null)return null;
    const node=nodeOfPath(file.source,row.section);
    return node<0?null:button("tree",()=>model.selectNode(node,file.source.node(node).fields.findIndex(field=>field.name===row.name),"difference"));
    }
    function nodeOfPath({index,nodes},path){
    let node=-1;
    for(const step of path.split("/")){
    const[,name,place=0]=/^(.*?)(?:\[(\d+)\])?$/s.exec(step);
    node=index.children(node).filter(child=>nodes[child][3]===name)[place]??-1;
    if(node<0)return -1;
    }
    return node;
    }
    function samplesOf({sample_a:a,sample_b:b,seconds_a,seconds_b,count=1}){
    const range=first=>(count>1?`${formatCount(first)}–${formatCount(first + count - 1)}`:formatCount(first));
    const numbers=[a,b].filter((number,k,all)=>number!==undefined&&(k===0||number!==all[0])).map(range).join(" / ");
    const seconds=seconds_a??seconds_b;
    return numbers&&seconds!==undefined?`${numbers} at ${formatTime(seconds,3)}`:numbers;
    }
    function diffCSV(rows){
    const keys=["part","section","name","change","a","sample_a","seconds_a","b","sample_b","seconds_b","count"];
    return csvText(keys,rows.map(row=>keys.map(key=>row[key])));
    }
    const viewTable=[
    {id:"overview",title:"Overview",build:buildOverview},
    {id:"timeline",title:"Timeline",build:buildTimeline},
    {id:"buffer",title:"Buffer",build:buildBuffer},
    {id:"clock",title:"Clock",build:buildClock},
    {id:"map",title:"Map",build:buildMap},
    {id:"tree",title:"Tree and bytes",build:buildTree},
    {id:"diff",title:"Diff",build:buildDiff,isWanted:model=>model.facts.diff!==undefined},
    ];
    const keyTable=[
    ["1 … 9","views in their order"],["← →","previous, next sample"],["Shift+G, G","previous, next key picture"],["+ −","zoom in, zoom out"],
    ["0","whole file"],["PageUp, PageDown","move the window"],["D","decode or display order"],["T","light or dark"],["?","this help"],
    ];
    class Page{
    constructor(sources,facts,further=[]){
    Object.assign(this,{model:new PageModel(sources,facts),charts:new Map(),views:{},palette:{},further,ending:new AbortController()});
    this.palette=readPalette();
    this.build();
    this.keys();
    this.media();
    this.go(location.hash.slice(1));
    }
    close(){this.ending.abort();}
    build(){
    const{model}=this;
    this.wanted=[...viewTable,...this.further].filter(view=>view.isWanted?.(model)??true);
    this.tabs=el("nav",{role:"tablist","aria-label":"Views"});
    this.status=el("output",{class:"status","aria-live":"polite"});
    this.help=el("dialog",{"aria-label":"Keys"},el("h2",{},"Keys"),el("dl",{},keyTable.map(([key,what])=>[el("dt",{},key),el("dd",{},what)])),
    el("p",{},"In charts: the wheel zooms, Shift and the wheel move, dragging moves, a double click shows everything."),
    el("form",{method:"dialog"},el("button",{},"Close")));
    this.name=el("span",{class:"file"});
    const files=model.files.length>1?el("select",{"aria-label":"File",onchange:event=>model.openFile(Number(event.target.value))},
    model.files.map((file,i)=>el("option",{value:i},`${"AB"[i]??i}: ${visibleText(file.facts.name,60)}`))):null;
    const main=el("main",{});
    fill(document.body,el("header",{},el("h1",{},"mediaprobe"),this.name,files,el("span",{class:"spacer"}),
    el("button",{title:"Light or dark (T)",onclick:()=>this.setTheme()},"Theme"),
    el("button",{title:"Keys (?)",onclick:()=>this.help.showModal()},"Keys")),this.tabs,main,this.status,this.help);
    this.wanted.forEach((view,i)=>{
    const tab=el("button",{role:"tab",id:`tab-${view.id}`,"aria-controls":`view-${view.id}`,title:`${view.title} (${i + 1})`,onclick:()=>this.go(view.id)},view.title);
    const panel=el("section",{class:"view",id:`view-${view.id}`,role:"tabpanel",tabindex:-1,"aria-labelledby":`tab-${view.id}`,hidden:true});
    this.tabs.append(tab);
    main.append(panel);
    this.views[view.id]={};
    const made=view.build(this,panel);
    Object.assign(this.views[view.id],{tab,panel,shown:made.shown});
    });
    const rename=()=>{const{facts,size}=model.file;document.title=`${visibleText(facts.name,80)} – mediaprobe`;fill(this.name,facts.name," ",el("span",{class:"muted"},formatBytes(size)));};
    rename();
    model.on("file",()=>{rename();if(files)files.value=model.fileIndex;this.showStatus();});
    model.on("select",()=>this.showStatus());
    this.showStatus();
    }
    go(id,then){
    const view=this.views[id]?id:"overview",focused=document.activeElement;
    this.current=view;
    for(const[name,{tab,panel}]of Object.entries(this.views)){
    panel.hidden=name!==view;
    tab.setAttribute("aria-selected",String(name===view));
    tab.tabIndex=name===view?0:-1;
    }
    if(focused?.closest(".view")&&focused.closest(".view")!==this.views[view].panel||this.status.contains(focused))this.views[view].panel.focus({preventScroll:true});
    this.showStatus();
    history.replaceState(null,"",`#${view}`);
    this.views[view].shown();
    then?.();
    window.scrollTo(0,0);
    }
    baseName(){return this.model.file.facts.name.split(/[\\/]/).pop().slice(0,80)||"report";}
    classKey(track,sample){return sampleClasses[track.classOf[sample]].key;}
    trackKey(track){return track.type==="audio"&&track===this.model.file.audio?"audio":`c${track.position%6 + 1}`;}
    showStatus(){
    const{selection,file}=this.model;
    if(!selection){fill(this.status,el("span",{class:"muted"},"Nothing is selected. Arrow keys select pictures; ? shows all keys."));return;}
    const parts=[];
    if(selection.sample>=0)for(const[name,value]of describeSample(selection.track,selection.sample))parts.push(el("span",{},el("b",{},name)," ",value));
    else parts.push(el("span",{},el("b",{},"Byte"),` ${formatCount(selection.offset)} (${formatOffset(selection.offset)}), ${formatBytes(selection.size)}`));
    if(selection.node>=0)parts.push(el("span",{},el("b",{},"In")," ",file.source.index.path(selection.node).map(node=>file.source.nodes[node][3]).join(" › ")));
    const button=(id,title)=>(this.current===id?null:el("button",{class:"small",onclick:()=>this.follow(id)},title));
    fill(this.status,parts,el("span",{class:"actions"},selection.sample>=0?button("timeline","Timeline"):null,button("map","Map"),button("tree","Bytes"),copyButton(()=>parts.map(part=>part.textContent).join("\n"))));
    }
    follow(id){
    const{model}=this,{selection}=model;
    this.go(id);
    if(!selection)return;
    if(id==="timeline"){if(selection.track!==model.track)model.setTrack(selection.track);model.reveal();}
    if(id==="map"&&(selection.offset<model.byteWindow[0]||selection.offset>model.byteWindow[1]))model.setBytes(selection.offset - selection.size*4,selection.offset + selection.size*5);
    this.showStatus();
    }
    setTheme(theme=this.isDark()?"light":"dark"){
    document.documentElement.style.colorScheme=theme;
    this.repaint();
    }
    isDark(){
    const chosen=document.documentElement.style.colorScheme;
    return chosen?chosen==="dark":matchMedia("(prefers-color-scheme: dark)").matches;
    }
    repaint(){
    this.palette=readPalette();
    for(const chart of this.charts.values())chart.invalidate();
    }
    media(){
    let last=0;
    const{signal}=this.ending,resized=new ResizeObserver(()=>{if(innerWidth!==last){last=innerWidth;this.repaint();}});
    resized.observe(document.body);
    signal.addEventListener("abort",()=>resized.disconnect());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>this.repaint(),{signal});
    const printing=isOn=>{
    const root=document.documentElement;
    if(isOn===root.classList.contains("printing"))return;
    if(isOn){this.theme=root.style.colorScheme;root.style.colorScheme="light";}else root.style.colorScheme=this.theme;
    root.classList.toggle("printing",isOn);
    this.isPrinting=isOn;
    for(const[name,{panel}]of Object.entries(this.views))panel.hidden=isOn?name==="tree":name!==this.current;
    this.palette=readPalette();
    for(const chart of this.charts.values())chart.draw();
    };
    addEventListener("beforeprint",()=>printing(true),{signal});
    addEventListener("afterprint",()=>printing(false),{signal});
    }
    keys(){
    this.tabs.addEventListener("keydown",event=>{
    const by={ArrowRight:1,ArrowLeft:-1}[event.key];
    if(!by)return;
    event.stopPropagation();
    const at=this.wanted.findIndex(view=>view.id===this.current),next=this.wanted[(at + by + this.wanted.length)%this.wanted.length].id;
    this.go(next);
    this.views[next].tab.focus();
    });
    document.addEventListener("keydown",event=>{
    if(event.ctrlKey||event.metaKey||event.altKey||this.help.open||event.target.closest?.("input, select, textarea"))return;
    if(this.handle(event.key))event.preventDefault();
    },{signal:this.ending.signal});
    }
    handle(key){
    const{model}=this;
    const view=this.wanted[Number(key)- 1];
    if(view){this.go(view.id);return true;}
    switch(key){
    case "ArrowRight":model.step(1);return true;
    case "ArrowLeft":model.step(-1);return true;
    case "g":model.step(1,true);return true;
    case "G":model.step(-1,true);return true;
    case "+":case "=":this.zoom(0.5);return true;
    case "-":case "−":this.zoom(2);return true;
    case "0":if(this.current==="map")model.setBytes(0,Infinity);else model.setPlaces(0,Infinity);return true;
    case "PageDown":return this.turn(1);
    case "PageUp":return this.turn(-1);
    case "d":case "D":model.setOrder(model.order==="decode"?"display":"decode");return true;
    case "t":case "T":this.setTheme();return true;
    case "?":this.help.showModal();return true;
    default:return false;
    }
    }
    turn(by){
    const{model}=this,isMap=this.current==="map";
    const[from,to]=isMap?model.byteWindow:[model.window.from,model.window.to],span=to - from;
    if(span>=(isMap?model.file.size:model.count))return false;
    if(isMap)model.setBytes(from + by*span,to + by*span);else model.setPlaces(from + by*span,to + by*span);
    return true;
    }
    zoom(factor){
    const{model}=this;
    if(this.current!=="map"){model.zoomPlaces(factor);return;}
    const[from,to]=model.byteWindow,chosen=model.selection?.offset,middle=chosen>=from&&chosen<=to?chosen:(from + to)/ 2;
    model.setBytes(middle -(middle - from)*factor,middle +(to - middle)*factor);
    }
    }
    const pageFacts=JSON.parse(document.getElementById("facts").textContent);
    window.mediaprobe=new Page(pageFacts.files.map((_,i)=>new ReportSource(pageFacts,i)),pageFacts);
    </script>
    </body>
    </html>

    """###
}
